/** What was chosen for each module, and why: for {@link backend} and for `rt doctor`. */
import { type ProcessBackendName, processBackend } from '../binding/process-backend';
import type { QuerystringChoice } from '../binding/querystring-codec';
import type * as querystringFunctions from '../querystring/functions';

export { candidatePlatforms, currentPlatform } from '../binding/platform';

/**
 * What reads query strings. The file that reads them is asked: a choice of our own would take
 * another memory of WebAssembly, or find that there is none left for it.
 */
export function querystringChoice(): QuerystringChoice {
  return (require('../querystring/functions') as typeof querystringFunctions).querystringChoice();
}

/** What starts processes, without an exception where nothing can. */
export function processChoice(): { readonly name: ProcessBackendName | null; readonly reason: string } {
  try {
    return processBackend();
  } catch (error) {
    return { name: null, reason: (error as Error).message };
  }
}
