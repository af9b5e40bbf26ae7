import type nodeChildProcess = require('node:child_process');

import type { languageFunctions } from '../realm/language-functions';

type Load = (id: string) => unknown;

/**
 * Gives the exports of Node's `child_process` past what tools have put around `require` and
 * `process.getBuiltinModule()`: such a tool replaces the functions when a program asks for the
 * module. If we asked in this way, it would replace Node's, and not ours when the program asks.
 *
 * @param getBuiltinModule - that of `process`. Not in Node before 20.16 and 22.3
 * @param load - what `require` of Node loads modules with. It asks hooks (`registerHooks()`), so it
 *   comes second
 * @param language - functions of the language, as they were
 */
export function nodesChildProcess(
  getBuiltinModule: Load | undefined,
  load: Load,
  language: ReturnType<typeof languageFunctions>,
): typeof nodeChildProcess {
  const { 1: apply, 27: startsWith, 30: textOf } = language;
  const isNodes =
    getBuiltinModule !== undefined &&
    apply(startsWith, apply(textOf, getBuiltinModule, []), ['function getBuiltinModule(']);
  return (isNodes ? getBuiltinModule('child_process') : load('node:child_process')) as typeof nodeChildProcess;
}
