import { charCodeAt } from './builtins';

/** Writes the UTF-16 code units of a text one after the other: where the engine has nothing better, or what it has takes longer. */
export function writeUnitByUnit(units: Uint16Array, text: string, start: number): void {
  const first = start / 2;
  for (let index = 0; index < text.length; index++) units[first + index] = charCodeAt(text, index);
}

/** Writes a text as octets, one after the other. Says whether it is ASCII; otherwise what was written is of no use. */
export function writeOctetByOctet(octets: Uint8Array, text: string, start: number): boolean {
  let bits = 0;
  for (let index = 0; index < text.length; index++) {
    const code = charCodeAt(text, index);
    bits |= code;
    octets[start + index] = code;
  }
  return bits < 0x80;
}
