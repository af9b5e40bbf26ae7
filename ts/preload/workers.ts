import type { Worker, WorkerOptions } from 'node:worker_threads';
import { hiddenArgument, type Preload, withAbsolutePath } from '../node-options/preload-arguments';
import { isCovered } from '../node-options/text';
import { isArray } from '../primordials';
import { processState } from '../process-state';
import type { WorkerArguments } from './cover-workers';
import { showingExecArgv } from './worker-exec-argv';

/**
 * Makes a worker that loads the preload, whatever arguments and environment it is given.
 *
 * @param preload - what it loads
 * @param worker - Node's class
 * @param filename - as for `new Worker()`
 * @param options - as for `new Worker()`
 * @param target - the class that `new` was called with
 */
export function startWorker(
  preload: Preload,
  worker: typeof Worker,
  [filename, options]: WorkerArguments,
  target: NewableFunction,
): Worker {
  // Node refuses these.
  if (options === null || (options?.execArgv && !isArray(options.execArgv))) {
    return Reflect.construct(worker, [filename, options], target) as Worker;
  }
  // Set before the worker can run: it may share the environment.
  processState.workers = 'some';
  const execArgv = argumentsFor(options, preload);
  const start = (args: readonly string[]) =>
    Reflect.construct(worker, [filename, { ...options, execArgv: args }], target) as Worker;
  // The caller's list is refused as Node refuses it.
  if (options?.execArgv) return start(execArgv);
  return showingExecArgv(process.execArgv, () => {
    try {
      return start(execArgv);
    } catch (error) {
      const refused = refusedFlags(error);
      if (refused.length === 0) throw error;
      return start(
        execArgv.filter((argument) => !refused.includes(impliedBy(argument)) && !refused.includes(argument)),
      );
    }
  });
}

/**
 * The arguments that a worker is given. Without a list of its own it uses those of the process,
 * unless it is given an environment: then Node uses none. What is inherited may be a bare name, and
 * `--import` is not waited for by a worker that evaluates a text, so they are written out.
 */
function argumentsFor(options: WorkerOptions | undefined, preload: Preload): string[] {
  const ownEnvironment = typeof options?.env === 'object' && options.env !== null;
  const inherited = ownEnvironment ? [] : process.execArgv;
  const execArgv = withAbsolutePath(options?.execArgv ?? inherited, preload);
  const env = ownEnvironment ? (options.env as NodeJS.ProcessEnv) : process.env;
  return isCovered(execArgv, env, preload) ? execArgv : [hiddenArgument(preload), ...execArgv];
}

/**
 * The flags of the process for which a worker cannot have a value of its own: they hold for the
 * whole process.
 */
function refusedFlags(error: unknown): string[] {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_WORKER_INVALID_EXEC_ARGV') return [];
  return message.slice(message.indexOf(': ') + 2).split(', ');
}

/** The flag of V8's that some of Node's stand for, which is what Node refuses then. */
function impliedBy(argument: string): string {
  return argument.replace('--experimental-', '--harmony-');
}
