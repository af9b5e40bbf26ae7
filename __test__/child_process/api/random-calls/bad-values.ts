import type { Random } from '../../../support/random';
import type { Options } from './options';

class Custom {
  value = 1;
}

/** Values that some options take and most refuse. */
const VALUES: (() => unknown)[] = [
  () => 5,
  () => 1.5,
  () => -1,
  () => -0,
  () => NaN,
  () => Infinity,
  () => 2 ** 40,
  () => 2 ** 60 + 0.5,
  () => '',
  () => 'what',
  () => "it's a rather long text, longer than messages show",
  () => 'a\0b',
  () => true,
  () => false,
  () => null,
  () => [],
  () => ['a'],
  () => ({}),
  () => Object.create(null),
  () => ({ toString: () => 'text' }),
  () => Symbol('s'),
  () => 10n,
  () => () => {},
  () => function named() {},
  () => new Custom(),
  () => new Date(0),
  () => /expression/,
  () => new Map(),
  () => Promise.resolve(),
  () => new URL('http://example.com/'),
  () => ({ href: 'http://x', protocol: 'http:' }),
  () => Object.assign(new Error('an error'), { stack: 'Error: an error' }),
];

const STDIO: (() => unknown)[] = [
  () => 'what',
  () => 5,
  () => ({}),
  () => new Set(),
  () => true,
  () => [true],
  () => [5n],
  () => [Symbol('s')],
  () => [{}],
  () => [{ fd: '1' }],
  () => [{ fd: 987_654 }],
  () => [987_654],
  () => ['pipe', 'pipe', 'pipe', 987_654],
  () => ['pipe', 'pipe', { _handle: {} }],
  () => [() => {}],
  () => ['ipc', 'ipc'],
  () => ['ipc', 'ipc', {}],
  () => [{}, 'ipc', 'ipc'],
];

/**
 * A short time, or one that overflows, would make it a matter of luck whether the child ends by
 * itself.
 */
const TIMEOUTS = VALUES.filter((value) => !(Number.isInteger(value()) && Number(value()) > 0));

/** Negative zero ends the process in Node. */
const IDENTITIES = VALUES.filter((value) => !Object.is(value(), -0));

/**
 * A bad value for one option. Some are good after all, and then the call must work in both modules.
 */
export function badOption(random: Random, asynchronous: boolean): Options {
  const name = random.of(
    `cwd env argv0 detached uid gid shell windowsHide windowsVerbatimArguments timeout killSignal encoding maxBuffer stdio
     ${asynchronous ? 'signal serialization' : 'input'}`.split(/\s+/),
  );
  if (name === 'stdio') return { stdio: random.of(STDIO)() };
  if (name === 'uid' || name === 'gid') return { [name]: random.of(IDENTITIES)() };
  if (name === 'timeout') return { timeout: random.of(TIMEOUTS)() };
  return { [name]: random.of(VALUES)() };
}

/** Any value, for the place of an argument. */
export function anyValue(random: Random): unknown {
  return random.of(VALUES)();
}

/** Commands that cannot be started, or not so. */
export const COMMANDS: (() => unknown)[] = [
  () => 'no-such-program',
  () => '/no/such/program',
  () => '/etc/passwd',
  () => '/etc/passwd/program',
  () => '/',
  () => `/${'a'.repeat(5000)}`,
  () => './a',
  ...VALUES,
];

/**
 * Arguments that are no text. From Node 22 on, its asynchronous functions pass empty ones instead;
 * ours refuse them, like those of Node 20.
 */
export const ARGUMENTS_WITHOUT_TEXT: (() => unknown)[] = [() => [Symbol('s')], () => [Object.create(null)]];

/** Lists of arguments with something odd in them. */
export const ARGUMENTS: (() => unknown)[] = [
  () => [null, undefined, 5, {}, [1, [2]], 10n, true],
  () => ['a', 'b\0'],
  () => ['é€', '\ud800', ''],
  () => ['a'.repeat(200_000)],
  ...VALUES,
];
