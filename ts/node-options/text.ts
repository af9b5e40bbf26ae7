import { arrayJoin, arrayMap } from '../realm/primordials';
import { loads, type Preload } from './preload-arguments';

/**
 * The words of `NODE_OPTIONS`: separated by spaces, in double quotes with `\` before what is meant
 * literally (Node documentation, "NODE_OPTIONS=options...").
 */
export function splitNodeOptions(text = ''): string[] {
  // By characters: regular expressions call functions that a program may have replaced.
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    let character = text[index] as string;
    if (character === '"') {
      isQuoted = !isQuoted;
      word ??= '';
    } else if (character === ' ' && !isQuoted) {
      if (word !== undefined) words[words.length] = word;
      word = undefined;
    } else {
      if (character === '\\' && isQuoted) character = text[++index] ?? '';
      word = (word ?? '') + character;
    }
  }
  if (word !== undefined) words[words.length] = word;
  return words;
}

/** Words as one text for `NODE_OPTIONS`. */
export function joinNodeOptions(words: readonly string[]): string {
  return arrayJoin(arrayMap(words, quoted), ' ');
}

function quoted(word: string): string {
  let text = '';
  let isPlain = true;
  for (let index = 0; index < word.length; index++) {
    const character = word[index] as string;
    if (character === '"' || character === '\\') text += '\\';
    if (character === '"' || character === '\\' || character === ' ') isPlain = false;
    text += character;
  }
  return isPlain ? word : `"${text}"`;
}

/** Whether a process with this `NODE_OPTIONS` loads the preload by its absolute path. */
export function loadsByOptions(text: string | undefined, preload: Preload): boolean {
  return loads(splitNodeOptions(text), preload);
}
