import { charCodeAt } from './builtins';

/** Writes the UTF-16 code units of a text one after the other: where the engine has nothing better, or what it has takes longer. */
export function writeUnitByUnit(units: Uint16Array, text: string, start: number): void {
  const first = start / 2;
  for (let index = 0; index < text.length; index++) units[first + index] = charCodeAt(text, index);
}
