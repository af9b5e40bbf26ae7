import { charCodeAt } from './builtins';

/** Writes the UTF-16 code units of a text in a loop, where the engine has nothing faster. */
export function writeUnitByUnit(units: Uint16Array, text: string, start: number): void {
  const first = start / 2;
  for (let index = 0; index < text.length; index++) units[first + index] = charCodeAt(text, index);
}
