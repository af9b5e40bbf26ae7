import { isLive } from './live-environment';
import { refuseNull } from './validate';

/** Options of a spawn whose `envPairs` nobody has read or written: the child gets the live environment of the process. */
const live = new WeakSet<object>();

/** Always passed on, so that coverage of a program includes its children (Node documentation, `NODE_V8_COVERAGE`). */
const COVERAGE = 'NODE_V8_COVERAGE';

/**
 * Puts `envPairs` on the options of a spawn: the child's environment as `NAME=value` strings.
 *
 * Where the child gets `process.env` as it is, the strings are made when someone reads them, and not at all otherwise: enumerating `process.env` is a good part
 * of what a spawn costs.
 *
 * @throws `ERR_INVALID_ARG_VALUE` when a name or value holds a NUL
 */
export function provideEnvironment(options: { env?: NodeJS.ProcessEnv | null | undefined; envPairs?: string[] }): void {
  const { env } = options;
  if (env || !isLive()) {
    options.envPairs = pairsOf(env || process.env, env || undefined);
    return;
  }
  const settle = (envPairs: string[]): string[] => {
    live.delete(options);
    Object.defineProperty(options, 'envPairs', {
      value: envPairs,
      writable: true,
      enumerable: true,
      configurable: true,
    });
    return envPairs;
  };
  Object.defineProperty(options, 'envPairs', {
    get: () => settle(pairsOf(process.env, undefined)),
    set: settle,
    enumerable: true,
    configurable: true,
  });
  live.add(options);
}

/** The pairs that a spawn was given, or `undefined` when the child gets the live environment. */
export function environmentPairs(options: { envPairs?: string[] | undefined }): string[] | undefined {
  return live.has(options) ? undefined : options.envPairs;
}

function pairsOf(environment: NodeJS.ProcessEnv, given: NodeJS.ProcessEnv | undefined): string[] {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    refuseNull(name, `options.env['${name}']`);
    refuseNull(value, `options.env['${name}']`);
    pairs.push(`${name}=${value}`);
  };
  // Inherited properties are passed too, as Node does.
  for (const name in environment) add(name, environment[name]);
  if (given && !Object.hasOwn(given, COVERAGE)) add(COVERAGE, process.env[COVERAGE] || undefined);
  return pairs;
}
