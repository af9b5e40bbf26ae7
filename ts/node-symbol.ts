import { getOwnPropertySymbols } from './realm/kept-functions';

/**
 * The symbol under which Node keeps something of its own on an object, by the symbol's description;
 * nothing when the running version does not.
 *
 * @param object - whose own property it is
 * @param description - as Node's source names the symbol
 */
export function nodeSymbol(object: object, description: string): symbol | undefined {
  const symbols = getOwnPropertySymbols(object);
  let index = 0;
  while (index < symbols.length && symbols[index]?.description !== description) index++;
  return symbols[index];
}
