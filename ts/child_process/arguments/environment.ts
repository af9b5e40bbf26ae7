import { NODE_MAJOR } from '../../node-version';
import { defineAssigned } from '../../realm/define-property';
import { process } from '../../realm/main-realm';
import { assign, create, defineOwnProperty, hasOwn, keys } from '../../realm/primordials';
import { SafeWeakSet } from '../../realm/safe-collections';
import { environmentNames } from './environment-names';
import { defaultEnvironment, IGNORES_REPLACED, isLive } from './live-environment';
import { passesPermissionsOn, withPermissionFlags } from './permission-flags';
import { hasNull, refuseNull } from './validate';

/**
 * Options of a spawn whose `envPairs` were neither read nor written: the child gets the live
 * environment of the process.
 */
const live = new SafeWeakSet<object>();

/**
 * Always passed on, so that coverage of a program includes its children (Node documentation,
 * `NODE_V8_COVERAGE`).
 */
const COVERAGE = 'NODE_V8_COVERAGE';

interface EnvironmentOptions {
  readonly env?: NodeJS.ProcessEnv | null | undefined;
  readonly args: readonly string[];
  envPairs?: string[] | undefined;
}

/**
 * Puts `envPairs` on the options of a spawn: the child's environment as `NAME=value` strings.
 *
 * Where the child gets `process.env` as it is, the strings are made when someone reads them, and
 * not at all otherwise: enumerating `process.env` is a good part of what a spawn costs. The
 * property that does so costs something as well, and is left out where nobody sees it.
 *
 * @param options - the options
 * @param areSeen - whether a program may see them, or a channel adds to the environment
 * @throws `ERR_INVALID_ARG_VALUE` when a name or value holds a NUL
 */
export function provideEnvironment(options: EnvironmentOptions, areSeen: boolean): void {
  const { env, args } = options;
  const isAnother = Boolean(env) && env !== process.env;
  if (isAnother || !isLive() || passesPermissionsOn()) {
    options.envPairs = pairsOf(env || undefined, args);
    return;
  }
  if (!areSeen) {
    // A program's own are not what the child gets, as in Node.
    if (options.envPairs !== undefined) options.envPairs = undefined;
    return;
  }
  defineOwnProperty(options, 'envPairs', READ_WHEN_NEEDED);
  live.add(options);
}

/**
 * One for all spawns: functions of its own for each would take as long to make as the rest of the
 * call.
 */
const READ_WHEN_NEEDED: PropertyDescriptor & ThisType<EnvironmentOptions> = {
  __proto__: null,
  get() {
    return settle(this, pairsOf(undefined, this.args));
  },
  set(envPairs: string[]) {
    settle(this, envPairs);
  },
  enumerable: true,
  configurable: true,
} as PropertyDescriptor & ThisType<EnvironmentOptions>;

function settle(options: EnvironmentOptions, envPairs: string[]): string[] {
  live.delete(options);
  defineAssigned(options, 'envPairs', envPairs);
  return envPairs;
}

/** Whether `envPairs` is on the options. Does not make what is made when it is read. */
export function isEnvironmentProvided(options: { envPairs?: string[] | undefined }): boolean {
  return live.has(options) || options.envPairs !== undefined;
}

/** The pairs that a spawn was given, or `undefined` when the child gets the live environment. */
export function environmentPairs(options: { envPairs?: string[] | undefined }): string[] | undefined {
  return live.has(options) ? undefined : options.envPairs;
}

function pairsOf(given: NodeJS.ProcessEnv | undefined, args: readonly string[]): string[] {
  const environment = given ?? inheritedEnvironment();
  const added = additions(environment, given, args);
  const pairs: string[] = [];
  const names = environmentNames(environment, keys(added), process.platform);
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const value: unknown = name in added ? added[name] : environment[name];
    if (value === undefined) continue;
    const refused = hasNull(name) ? name : value;
    if (hasNull(refused)) refuseNull(refused, `options.env['${name}']`);
    pairs[pairs.length] = `${name}=${value}`;
  }
  return pairs;
}

/** What a child gets that is given no environment. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  // With flags to add, Node makes it of `process.env`.
  if (IGNORES_REPLACED && !passesPermissionsOn()) return assign(create(null), defaultEnvironment());
  // From Node 22 on, what `process.env` itself inherits is not passed on.
  return NODE_MAJOR >= 22 ? { ...process.env } : process.env;
}

/** What a child gets besides the environment it is given. */
function additions(
  environment: NodeJS.ProcessEnv,
  given: NodeJS.ProcessEnv | undefined,
  args: readonly string[],
): NodeJS.ProcessEnv {
  const added: NodeJS.ProcessEnv = create(null);
  // Node asks for it in any case, as far as it asks for `process.env`.
  const coverage = given || !IGNORES_REPLACED ? process.env[COVERAGE] : undefined;
  if (coverage && given && !hasOwn(given, COVERAGE)) added[COVERAGE] = coverage;
  const permissions = passesPermissionsOn()
    ? withPermissionFlags(environment.NODE_OPTIONS, args, process.execArgv)
    : undefined;
  if (permissions !== undefined) added.NODE_OPTIONS = permissions;
  return added;
}
