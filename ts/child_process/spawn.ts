import { abortWith } from './abort';
import { normalizeSpawn } from './arguments/normalize-spawn';
import { killSignalNumber } from './arguments/signals';
import { validateAbortSignal } from './arguments/validate';
import { validateTimeout } from './arguments/validate-number';
import { ChildProcess } from './child-process';
import { logCall } from './debug-log';
import type { SpawnOptions } from './options';

/**
 * Starts a process (specification, 4.4).
 *
 * @param command - the program: a path, or a name that is looked up in `PATH`
 * @param args - its arguments
 * @param options - see {@link SpawnOptions}
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, `ERR_OUT_OF_RANGE`, `ERR_UNKNOWN_SIGNAL` at once. A missing command or working directory is an
 * `'error'` event with the code `ENOENT`
 * @example
 * const list = spawn('ls', ['-l'], { cwd: '/usr' });
 * list.stdout.on('data', (data) => console.log(String(data)));
 */
export function spawn(command: string, args?: readonly string[] | null, options?: SpawnOptions): ChildProcess;
export function spawn(command: string, options?: SpawnOptions): ChildProcess;
export function spawn(
  command: string,
  args?: readonly string[] | SpawnOptions | null,
  options?: SpawnOptions,
): ChildProcess {
  const normalized = normalizeSpawn(command, args, options);
  validateTimeout(normalized.timeout);
  validateAbortSignal(normalized.signal, 'options.signal');
  const killSignal = killSignalNumber(normalized.killSignal);
  const child = new ChildProcess();
  logCall('spawn', normalized);
  child.spawn(normalized);
  if (normalized.timeout) killAfter(child, normalized.timeout, killSignal);
  if (normalized.signal) abortWith(child, normalized.signal, killSignal);
  return child;
}

function killAfter(child: ChildProcess, milliseconds: number, killSignal: number | undefined): void {
  const timer = setTimeout(() => {
    try {
      child.kill(killSignal);
    } catch (error) {
      child.emit('error', error);
    }
  }, milliseconds);
  child.once('exit', () => clearTimeout(timer));
}
