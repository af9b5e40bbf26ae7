import { promisify } from 'node:util';
import { normalizeExec } from './arguments/normalize-exec';
import type { ChildProcess } from './child-process';
import type { ExecCallback } from './exec-callback';
import { exportsInUse } from './module-exports';
import type { ExecOptions } from './options';
import { promisedForm } from './promised-output';

/**
 * Runs a command line in a shell and collects its output (specification, 4.1). Never pass unsanitized input.
 *
 * @param command - the command line
 * @param options - see {@link ExecOptions}
 * @param callback - called once, when the command has ended and its streams are closed
 * @throws as `spawn()`
 */
export function exec(command: string, callback?: ExecCallback): ChildProcess;
export function exec(
  command: string,
  options: ExecOptions & { encoding: 'buffer' | null },
  callback?: ExecCallback<Buffer>,
): ChildProcess;
export function exec(
  command: string,
  options: (ExecOptions & { encoding?: BufferEncoding }) | null | undefined,
  callback?: ExecCallback,
): ChildProcess;
export function exec(
  command: string,
  options: ExecOptions | null | undefined,
  callback?: ExecCallback<string | Buffer>,
): ChildProcess;
export function exec(command: string, second?: unknown, third?: unknown): ChildProcess {
  const { options, callback } = normalizeExec<ExecOptions, ExecCallback<string | Buffer>>(command, second, third);
  const exported = exportsInUse();
  return Reflect.apply(exported.execFile, exported, [command, options, callback]) as ChildProcess;
}

Object.defineProperty(exec, promisify.custom, {
  enumerable: false,
  value: promisedForm(exec),
});
