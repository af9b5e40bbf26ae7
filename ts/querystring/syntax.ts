import { charCodeAt } from './builtins';

/** The longest separator that the codec's `parse` takes. */
const LONGEST_SEPARATOR = 3;
const FIRST_NOT_ASCII = 0x80;

/** Separator and equals sign as the codec's `parse` takes them; 0 if it does not. */
export function syntaxOf(separator: string, equals: string): number {
  if (equals.length !== 1 || separator.length > LONGEST_SEPARATOR) return 0;
  const text = equals + separator;
  let syntax = 0;
  for (let index = text.length - 1; index >= 0; index--) {
    const code = charCodeAt(text, index);
    if (code === 0 || code >= FIRST_NOT_ASCII) return 0;
    syntax = (syntax << 8) | code;
  }
  return syntax;
}
