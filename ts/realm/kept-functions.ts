import { LANGUAGE_FUNCTIONS, languageFunctions } from './language-functions';
import { sharedValues } from './main-realm';

/**
 * Functions of the language, as they were when the first bundle of this package was loaded: a
 * program may have replaced some of them before the next. `primordials.ts` gives them names.
 */
export const keptFunctions = (sharedValues[LANGUAGE_FUNCTIONS] as undefined) ?? languageFunctions();
sharedValues[LANGUAGE_FUNCTIONS] ??= keptFunctions;

/** What a preload itself uses later. */
export const {
  1: apply,
  2: create,
  4: getPrototypeOf,
  12: getOwnPropertySymbols,
  20: includes,
  23: textCharCodeAt,
  25: textIndexOf,
  26: textSlice,
} = keptFunctions;
