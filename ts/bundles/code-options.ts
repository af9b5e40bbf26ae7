import { someOption } from '../node-builtins/some-option';
import { NODE_MAJOR } from '../node-version';
import { apply, includes, textIndexOf, textSlice } from '../realm/kept-functions';

/**
 * The options of the command line and of `NODE_OPTIONS` that leave the code as it is. What was
 * compiled with other flags of V8 is of no use to processes without them: V8 does not take it.
 */
const HARMLESS = [
  '--require',
  '-r',
  '--import',
  '--loader',
  '--experimental-loader',
  '--eval',
  '-e',
  '--print',
  '-p',
  '--conditions',
  '-C',
  '--env-file',
  '--input-type',
  '--title',
  '--enable-source-maps',
  '--experimental-strip-types',
  '--experimental-transform-types',
  '--experimental-vm-modules',
  '--preserve-symlinks',
  '--preserve-symlinks-main',
  '--no-warnings',
  '--no-deprecation',
  '--disable-warning',
  '--pending-deprecation',
  '--throw-deprecation',
  '--trace-deprecation',
  '--trace-uncaught',
  '--trace-warnings',
  '--unhandled-rejections',
];

/** How other such options begin, as `--inspect-brk` and `--test-name-pattern`. */
const HARMLESS_BEGINNINGS = ['--inspect', '--test', '--watch'];

/** Flags of V8 on which its code depends before Node 24. */
const HEAP = ['--max-old-space-size', '--max-semi-space-size'];

/**
 * Whether V8 may compile otherwise here than in most processes, because of an option. Most of
 * Node's other options change nothing either, so that a process with them uses what others have
 * kept. It keeps none.
 */
export function isCodeForFew(): boolean {
  return someOption(isOtherOption);
}

function isOtherOption(word: string): boolean {
  if (word[0] !== '-') return false;
  const equals = apply(textIndexOf, word, ['=']);
  const name = equals === -1 ? word : apply(textSlice, word, [0, equals]);
  if (apply(includes, HARMLESS, [name])) return false;
  if (NODE_MAJOR >= 24 && apply(includes, HEAP, [name])) return false;
  for (let index = 0; index < HARMLESS_BEGINNINGS.length; index++) {
    if (apply(textIndexOf, name, [HARMLESS_BEGINNINGS[index]]) === 0) return false;
  }
  return true;
}
