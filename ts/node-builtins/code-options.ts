import { NODE_MAJOR } from '../errors/node-version';
import { apply, includes, textIndexOf, textSlice } from '../kept-functions';
import { environment } from '../kept-process';
import { process } from '../main-realm';

/**
 * The options of the command line and of `NODE_OPTIONS` that leave the code as it is: code that was
 * compiled with other flags of V8 is of no use. With source maps, Node's own loader would read
 * those of this package, which takes it longer than all else, for stack traces that few programs
 * print.
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

/** Parts of the options for which Node's own loader has work to do, or has to do without. */
const LOADERS = ['permission', 'policy', 'snapshot'];

/** Whether code that other processes have compiled may not fit, because of an option. */
export function isCodeOfOthersUnfit(): boolean {
  return someOption(isOtherOption);
}

/** Whether an option asks for Node's own loader. */
export function isNodesLoaderNeeded(): boolean {
  return someOption(isLoadersOption);
}

/** Whether one of the words of the command line and of `NODE_OPTIONS` is such an option. */
function someOption(isSuch: (word: string) => boolean): boolean {
  const { NODE_OPTIONS = '' } = environment;
  for (let index = 0; index < process.execArgv.length; index++) {
    if (isSuch(process.execArgv[index] as string)) return true;
  }
  for (let start = 0; start < NODE_OPTIONS.length; ) {
    const space = apply(textIndexOf, NODE_OPTIONS, [' ', start]);
    const end = space === -1 ? NODE_OPTIONS.length : space;
    if (isSuch(apply(textSlice, NODE_OPTIONS, [start, end]))) return true;
    start = end + 1;
  }
  return false;
}

/** Without a regular expression: compiling that takes a twentieth of a millisecond. */
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

function isLoadersOption(word: string): boolean {
  if (word[0] !== '-') return false;
  for (let index = 0; index < LOADERS.length; index++) {
    if (apply(textIndexOf, word, [LOADERS[index]]) !== -1) return true;
  }
  return false;
}
