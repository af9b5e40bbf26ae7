/** Programs that are the same on each system, for what does not depend on which program runs. */
import type { ExecutionContext } from 'ava';
import { testWhere } from './test-where';

/** A program's file and its arguments. */
export type Command = [file: string, args: string[]];

export const IS_WINDOWS = process.platform === 'win32';

/** The running Node; another one where Deno runs, which takes no program by `-e`. */
export const NODE = process.versions.deno === undefined ? process.execPath : 'node';

/** JavaScript, for that Node. */
export function script(text: string): Command {
  return [NODE, ['-e', text]];
}

/** Writes both, and ends with a code. */
export function writes(out: string, err = '', code = 0): Command {
  const write = (stream: string, text: string): string => `process.${stream}.write(${JSON.stringify(text)});`;
  return script(`${write('stdout', out)} ${write('stderr', err)} process.exitCode = ${code};`);
}

/** An expression for a program: the paths of the addons that its process has loaded. */
export const LOADED_ADDONS = IS_WINDOWS
  ? "process.report.getReport().sharedObjects.filter((file) => file.endsWith('.node'))"
  : "[...new Set(require('node:fs').readFileSync('/proc/self/maps', 'latin1').match(/\\S+\\.node$/gm) ?? [])]";

/**
 * For a program that counts what its process has open: Deno opens two sockets for signals, with the
 * first listener or by itself in its first second.
 */
export function openSocketsOfSignals(): void {
  process.on('SIGHUP', () => {}).removeAllListeners('SIGHUP');
}

/**
 * Declares a test of what Windows does not have, or has no way to look at.
 *
 * @param reason - what that is: `which reads /proc`
 */
export function testButOnWindows(
  title: string,
  reason: string,
  implementation: (t: ExecutionContext) => void | Promise<void>,
): void {
  testWhere(!IS_WINDOWS, reason)(title, implementation);
}
