import { charCodeAt } from './builtins';

const PERCENT = 0x25;
/** The units of an escaped byte. */
export const ESCAPE = 3;

/** A position at or shortly before `end` that is not inside an escape. */
export function beforeEscape(text: string, end: number): number {
  if (end >= text.length) return text.length;
  for (let back = 1; back < ESCAPE; back++) if (charCodeAt(text, end - back) === PERCENT) return end - back;
  return end;
}
