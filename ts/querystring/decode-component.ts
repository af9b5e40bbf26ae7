import { Header, isMalformed } from '../binding/querystring-boundary';
import { charCodeAt, indexOf, slice } from './builtins';
import { beforeEscape, ESCAPE } from './cuts';
import { decodeByEngine } from './typescript-codec';
import type { Codec } from './workspace';

const PERCENT = 0x25;
/** The most bytes of a character after its first. */
const CONTINUATIONS = 3;

/**
 * What `decodeURIComponent` returns, or nothing where it throws: by the codec, if there is one.
 */
export function decodeComponent(codec: Codec, value: unknown): string | undefined {
  let text: string;
  try {
    text = `${value}`;
  } catch {
    return undefined;
  }
  if (indexOf(text, '%') < 0) return text;
  const workspace = codec();
  if (workspace === undefined) return decodeByEngine(text);
  let decoded = '';
  for (let start = 0; start < text.length; ) {
    const end = beforeCharacter(text, start + workspace.$capacity);
    const part = start === 0 && end === text.length ? text : slice(text, start, end);
    workspace.$loadUnits(part);
    if (isMalformed(workspace.$functions.$decodeComponent(part.length))) return undefined;
    const { $words: words } = workspace;
    const wideLength = words[Header.wideLength] as number;
    decoded += wideLength > 0 ? workspace.$wide(wideLength) : workspace.$narrow(words[Header.narrowLength] as number);
    start = end;
  }
  return decoded;
}

/**
 * A position at or shortly before `end` that is not inside a character written as several escapes.
 * If there are more continuation bytes than a character has, the next part begins with one: that
 * part is malformed, as is the whole.
 */
function beforeCharacter(text: string, end: number): number {
  let place = beforeEscape(text, end);
  for (let count = 0; count < CONTINUATIONS && isContinuation(text, place); count++) place -= ESCAPE;
  return place;
}

/** Whether a continuation byte of a character is there, after another escape. */
function isContinuation(text: string, place: number): boolean {
  return (
    charCodeAt(text, place) === PERCENT &&
    charCodeAt(text, place - ESCAPE) === PERCENT &&
    indexOf('89abAB', slice(text, place + 1, place + 2)) >= 0
  );
}
