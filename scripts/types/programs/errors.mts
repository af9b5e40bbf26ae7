// The errors of `exec()` and `execFile()`, where a program for Node expects Node's.
import type * as node from 'node:child_process';
import { promisify } from 'node:util';
import { type ExecException, type ExecFileException, exec, execFile } from 'rt-std/child_process';

declare function explain(error: node.ExecException | null): string;
declare function explainFile(error: node.ExecFileException | null): string;

export function run() {
  exec('a', (error) => explain(error));
  exec('a', { encoding: 'buffer' }, (error) => explain(error));
  execFile('a', (error) => explainFile(error));
  execFile('a', ['b'], { encoding: 'buffer' }, (error) => explainFile(error));
}

export function signalOf(error: ExecException | null): { signal?: NodeJS.Signals | undefined } {
  return { signal: error?.signal };
}

export const codeOf = (error: ExecException): node.ExecException['code'] => error.code;
export const codeOfFile = (error: ExecFileException): node.ExecFileException['code'] => error.code;
export const ofNode = (error: node.ExecException): ExecException => error;
export const ofNodeFile = (error: node.ExecFileException): ExecFileException => error;

export async function outputOf() {
  return promisify(exec)('a').catch((error: ExecException) => [error.stdout, error.stderr, error.resourceUsage]);
}

export function endOf({ isForcefullyTerminated, outputCut }: ExecException | ExecFileException) {
  return { isForcefullyTerminated, outputCut };
}

/** A program's own error. */
export interface Failed extends ExecException {
  stdout: string;
  attempts: number;
}
