import type { languageFunctions } from '../realm/language-functions';

type Language = ReturnType<typeof languageFunctions>;

/** How the texts of Node's functions go on behind `function `, in all versions. */
type Beginnings = Readonly<Record<string, string>>;

const CHILD_PROCESS: Beginnings = {
  exec: 'exec(command',
  execFile: 'execFile(file',
  execFileSync: 'execFileSync(file',
  execSync: 'execSync(command',
  fork: 'fork(modulePath',
  spawn: 'spawn(file',
  spawnSync: 'spawnSync(file',
  ChildProcess: 'ChildProcess(',
};
const QUERYSTRING: Beginnings = {
  parse: 'parse(qs',
  decode: 'parse(qs',
  stringify: 'stringify(obj',
  encode: 'stringify(obj',
};

/** In the text of Node's `ChildProcess.prototype.spawn`. */
const STARTS_PROCESS = '_handle.spawn(';

/**
 * Whether a function of Node's `child_process` was replaced before the override was loaded, as far
 * as the texts tell, or was made final: with a process warning. An earlier preload may do that: a
 * tool that watches a program, or forbids it something. It would see nothing any more if ours took
 * its place.
 *
 * @param exported - the exports of the module
 * @param language - functions of the language, as they were
 * @param process - the real one
 */
export function isChildProcessTaken(exported: object, language: Language, process: NodeJS.Process): boolean {
  let replaced = replacedIn(exported, CHILD_PROCESS, language);
  if (replaced === undefined) {
    const { 1: apply, 24: includes, 30: textOf } = language;
    const { spawn } = (exported as { ChildProcess: { prototype: { spawn: () => void } } }).ChildProcess.prototype;
    const isNodes = typeof spawn === 'function' && apply(includes, apply(textOf, spawn, []), [STARTS_PROCESS]);
    if (!isNodes) replaced = 'ChildProcess.prototype.spawn';
  }
  return isTaken('child_process', replaced, process);
}

/** The same of `querystring`, where what ours replace later is looked at. */
export function isQuerystringTaken(exported: object, language: Language, process: NodeJS.Process): boolean {
  return isTaken('querystring', replacedIn(exported, QUERYSTRING, language), process);
}

function isTaken(module: string, replaced: string | undefined, process: NodeJS.Process): boolean {
  if (replaced === undefined) return false;
  const reason = `since ${replaced} was replaced before: load rt-std/override before what replaces it`;
  process.emitWarning(`${module} stays Node's own, ${reason}`, 'OverrideWarning');
  return true;
}

function replacedIn(exported: object, beginnings: Beginnings, language: Language): string | undefined {
  const { 1: apply, 14: keys, 18: getOwnPropertyDescriptor, 27: startsWith, 30: textOf } = language;
  const names = keys(beginnings);
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const { value, writable, configurable } = { ...getOwnPropertyDescriptor(exported, name) };
    if (typeof value !== 'function' || !writable || !configurable) return name;
    if (!apply(startsWith, apply(textOf, value, []), [`function ${beginnings[name]}`])) return name;
  }
  return undefined;
}
