import { charCodeAt, isArray } from './builtins';
import type { Escaper } from './escape';
import { appendList, appendProperties, appendProperty, type Encode } from './text-by-text';
import { textOf } from './text-of';
import type { Workspace } from './workspace';

/** Up to this length in bytes, copying a key takes no longer than escaping it again. */
const COPIED = 64;

/**
 * Writes an object with the usual escapes, all pairs one behind the other into the
 * codec's narrow output.
 *
 * Reading a property, an element or a length may run the caller's code, which may call this module.
 * So they are read while `$free` is behind everything written so far, and the texts are written
 * without running any of the caller's code until `$free` is behind them.
 *
 * @param pairs - an ASCII character that is written between two pairs
 * @param equals - another that is written between a key and its value
 * @param before - the pairs before the first that is written
 * @param first - its position among the names
 * @param firstValue - its value
 */
export function writePairs(
  workspace: Workspace,
  escaper: Escaper,
  object: object,
  names: readonly string[],
  pairs: string,
  equals: string,
  before: string,
  first: number,
  firstValue: unknown,
): string {
  const { $bytes: bytes, $free: start, $collects: most } = workspace;
  const pairsByte = charCodeAt(pairs, 0);
  const equalsByte = charCodeAt(equals, 0);
  // What was read of the output, and where the rest ends there.
  let complete = before;
  let end = start;
  let value = firstValue;
  try {
    for (let position = first; position < names.length; position++) {
      const name = names[position] as string;
      if (end > most) {
        complete += workspace.$narrowText(start, end);
        end = start;
      }
      if (position > first) {
        workspace.$free = end;
        value = (object as Record<string, unknown>)[name];
      }
      let at = end;
      if (at !== start || complete !== '') bytes[at++] = pairsByte;
      const key = at;
      at = escaper.$write(workspace, name, at);
      if (at < 0) {
        // A key longer than the codec's input: from here on, one text at a time.
        const encode = encoderOf(escaper);
        workspace.$free = end;
        complete += workspace.$narrowText(start, end);
        complete = appendProperty(complete, encode, name, value, pairs, equals);
        return appendProperties(complete, encode, object, names, position + 1, pairs, equals);
      }
      bytes[at++] = equalsByte;
      // Asking that of a revoked proxy throws, but not before a malformed key does.
      if (typeof value !== 'object' || !isArray(value)) {
        const text = typeof value === 'string' ? value : textOf(value);
        end = escaper.$write(workspace, text, at);
        if (end >= 0) continue;
        complete += escaper.$escapeLong(workspace, text, start, at);
        end = start;
        continue;
      }
      workspace.$free = at;
      const { length } = value;
      if (length === 0) continue;
      if (typeof length !== 'number' || !(length > 0)) {
        // A proxy whose length is not a count: from here on, one text at a time.
        const encode = encoderOf(escaper);
        workspace.$free = end;
        complete += workspace.$narrowText(start, end);
        complete = appendList(complete, encode, `${encode(name)}${equals}`, value, length, pairs);
        return appendProperties(complete, encode, object, names, position + 1, pairs, equals);
      }
      complete = writeElements(workspace, escaper, name, value, length, pairsByte, equalsByte, start, key, complete);
      end = workspace.$free;
    }
    return complete + workspace.$narrowText(start, end);
  } finally {
    workspace.$free = start;
  }
}

/**
 * Writes the elements of a list behind the first key.
 *
 * It is a function of its own since V8 inlines a limited amount of code into each: as a part of
 * {@link writePairs}, in a program that mostly wrote pairs, an element took three times as long.
 *
 * @param start - where the output begins
 * @param key - where the first key begins; `$free` is behind its `=`
 * @param before - what was read of the output
 * @returns the same, when all elements are written: the rest ends at `$free`
 */
function writeElements(
  workspace: Workspace,
  escaper: Escaper,
  name: string,
  list: readonly unknown[],
  length: number,
  pairsByte: number,
  equalsByte: number,
  start: number,
  key: number,
  before: string,
): string {
  const { $bytes: bytes, $collects: most } = workspace;
  let complete = before;
  let keyStart = key;
  let keyEnd = workspace.$free;
  let end = keyEnd;
  for (let index = 0; index < length; index++) {
    let at = end;
    if (index > 0) {
      // The key is still in the output, unless that was read and is written again.
      const isRead = end === start || end > most;
      if (end > most) {
        complete += workspace.$narrowText(start, end);
        end = start;
      }
      at = end;
      bytes[at++] = pairsByte;
      if (isRead || keyEnd - keyStart > COPIED) {
        keyStart = at;
        at = escaper.$write(workspace, name, at);
        bytes[at++] = equalsByte;
        keyEnd = at;
      } else {
        for (let from = keyStart; from < keyEnd; from++) bytes[at++] = bytes[from] as number;
      }
    }
    workspace.$free = at;
    const element = list[index];
    const text = typeof element === 'string' ? element : textOf(element);
    end = escaper.$write(workspace, text, at);
    if (end >= 0) continue;
    complete += escaper.$escapeLong(workspace, text, start, at);
    end = start;
  }
  workspace.$free = end;
  return complete;
}

function encoderOf(escaper: Escaper): Encode {
  return (value) => escaper.$escape(textOf(value));
}
