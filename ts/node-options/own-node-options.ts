import { writePath } from './own-arguments';
import type { Preload } from './preload-arguments';

/**
 * An environment variable: what `NODE_OPTIONS` was before a preload was put there for one child,
 * which takes both out again.
 */
export const BEFORE = 'RT_STD_NODE_OPTIONS';

/**
 * Takes out what a parent has put into `NODE_OPTIONS` for this process alone: the program sees its
 * environment as its parent meant it.
 */
export function restoreNodeOptions(): void {
  const { [BEFORE]: before } = process.env;
  if (before === undefined) return;
  delete process.env[BEFORE];
  if (before === '') delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = before;
}

/**
 * Writes a preload into `NODE_OPTIONS` as {@link writePath} writes it into arguments, where nothing
 * needs quotes.
 *
 * @returns whether it stands there by its name in another way
 */
export function writeIntoNodeOptions(preload: Preload): boolean {
  const { NODE_OPTIONS: text, [BEFORE]: before } = process.env;
  if (!(before ?? text)?.includes(preload.specifier)) return false;
  if (before !== undefined || text === undefined || /["\\ ]/.test(preload.path) || /["\\]/.test(text)) return true;
  const words = text.split(' ');
  if (writePath(words, preload, true)) return true;
  process.env.NODE_OPTIONS = words.join(' ');
  return false;
}
