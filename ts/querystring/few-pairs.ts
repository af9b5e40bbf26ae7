import { createMap, namesOf, setIn } from './builtins';
import type { Escaper } from './escape';
import { writePairs } from './pair-writer';
import type { Platform } from './platform';
import { textOf } from './text-of';
import type { Workspace } from './workspace';

/** Up to this many pairs, joining takes less time than reading the codec's output. */
const FEW = 3;
/** How many keys are kept. */
const MOST_KEYS = 512;
/** The longest name of a key that is kept, in units. */
const LONGEST_NAME = 32;

/** Writes an object with the usual escapes, and separators of one ASCII character each. */
type WriteObject = (workspace: Workspace, object: object, pairs: string, equals: string) => string;

/**
 * Makes the function that writes objects: a few pairs are joined from pieces as long as nothing in
 * their values has to be escaped; the others go through the codec's output.
 */
export function createWriteObject(escaper: Escaper, platform: Platform): WriteObject {
  const few = platform.$isEnabled('query-few-pairs') ? FEW : 0;
  /** The escaped form of each name, with `=`: programs write the same names again and again. */
  const keys = createMap<string, string>();
  let count = 0;

  function keyOf(name: string): string {
    let key = keys.get(name);
    if (key === undefined) {
      key = `${escaper.$escape(name)}=`;
      if (count < MOST_KEYS && name.length <= LONGEST_NAME) {
        setIn(keys, name, key);
        count++;
      }
    }
    return key;
  }

  return (workspace, object, pairs, equals) => {
    const names = namesOf(object);
    const { length } = names;
    let joined = '';
    for (let position = 0; position < length; position++) {
      const name = names[position] as string;
      const value = (object as Record<string, unknown>)[name];
      const text = typeof value === 'string' ? value : textOf(value);
      if (length > few || typeof value === 'object' || !escaper.$isClean(workspace, text)) {
        return writePairs(workspace, escaper, object, names, pairs, equals, joined, position, value);
      }
      const key = equals === '=' ? keyOf(name) : escaper.$escape(name) + equals;
      joined = position === 0 ? key + text : joined + pairs + key + text;
    }
    return joined;
  };
}
