import type { Worker, WorkerOptions } from 'node:worker_threads';
import { hiddenArgument, loads, type Preload, withAbsolutePath } from '../node-options/preload-arguments';
import { loadsByOptions } from '../node-options/text';
import { processState } from '../process-state';
import { create, isArray } from '../realm/primordials';
import { showingExecArgv } from './worker-exec-argv';

/** What `new Worker()` gets. */
export type WorkerArguments = [filename: string | URL, options?: WorkerOptions];

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
  const own = options?.execArgv;
  // Node refuses these.
  if (options === null || (own && !isArray(own))) {
    return Reflect.construct(worker, [filename, options], target) as Worker;
  }
  // Set before the worker can run: it may share the environment.
  processState.workers = 'some';
  const execArgv = argumentsFor(own, options?.env, preload);
  const start = (args: readonly string[]) =>
    Reflect.construct(worker, [filename, withExecArgv(options, args)], target) as Worker;
  // The caller's list is refused as Node refuses it.
  if (own) return start(execArgv);
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

/** The options with other arguments, each of them read where and when Node reads it. */
function withExecArgv(options: WorkerOptions | undefined, execArgv: readonly string[]): WorkerOptions {
  if (options === undefined) return { execArgv: execArgv as string[] };
  const handler = {
    // From which it could inherit more traps.
    __proto__: null,
    get: (_: unknown, key: keyof WorkerOptions) => (key === 'execArgv' ? execArgv : options[key]),
  };
  // Not the options themselves, which may be frozen.
  return new Proxy(create(Object(options)), handler as ProxyHandler<WorkerOptions>);
}

/**
 * The arguments that a worker is given. Without a list of its own it uses those of the process,
 * unless it is given an environment: then Node uses none. What is inherited may be a bare name, and
 * `--import` is not waited for by a worker that evaluates a text, so they are written out.
 */
function argumentsFor(own: string[] | undefined, env: WorkerOptions['env'], preload: Preload): string[] {
  const ownEnvironment = typeof env === 'object' && env !== null;
  const inherited = ownEnvironment ? [] : process.execArgv;
  const execArgv = withAbsolutePath(own ?? inherited, preload);
  const environment = ownEnvironment ? (env as NodeJS.ProcessEnv) : process.env;
  // By this name alone, on Windows too: a worker finds no other case of it in an object.
  const isCovered = loads(execArgv, preload) || loadsByOptions(environment.NODE_OPTIONS, preload);
  return isCovered ? execArgv : [hiddenArgument(preload), ...execArgv];
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
