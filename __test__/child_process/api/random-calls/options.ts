import type { Random } from '../../../support/random';
import type { TemporaryFiles } from './temporary-files';

/** Options of one call, by name. */
export type Options = Record<string, unknown>;

const ENVIRONMENTS: (() => unknown)[] = [
  () => ({}),
  () => ({ A: '1' }),
  () => ({ ...process.env, A: 'x y', B: undefined }),
  () => ({ A: null, B: 2, C: [1, 2], '': 'empty', 'with=sign': '' }),
  () => Object.create({ A: 'inherited' }, { B: { value: 'own', enumerable: true } }),
  () => ({ PATH: '/nowhere', A: 'é€' }),
  () => ({ PATH: '', A: '\ud800' }),
  () => ['A=1'],
  () => 'text',
  () => null,
  () => undefined,
];

const DIRECTORIES: (() => unknown)[] = [
  () => '/',
  () => '/usr',
  () => '.',
  () => '',
  () => new URL('file:///usr'),
  () => '/etc/passwd',
  () => '/no/such/directory',
  () => null,
  () => undefined,
];

/** Another identity can be taken only by root: `nobody`'s. */
const IDENTITIES = process.getuid?.() === 0 ? [65_534] : [];

const ENCODINGS = 'utf8 UTF-8 latin1 binary ascii hex base64 base64url utf16le ucs2 buffer what'.split(' ');

/** Options that every function takes, and none of which ends the child. */
const COMMON: Record<string, (random: Random) => unknown> = {
  cwd: (random) => random.of(DIRECTORIES)(),
  env: (random) => random.of(ENVIRONMENTS)(),
  argv0: (random) => random.of(['renamed', '', 'a b', null, undefined]),
  detached: (random) => random.of([true, false, null, undefined]),
  uid: (random) => random.of([...IDENTITIES, process.getuid?.(), null, undefined]),
  gid: (random) => random.of([...IDENTITIES, process.getgid?.(), null, undefined]),
  shell: (random) => random.of([true, false, '/bin/sh', 'sh', '/bin/bash', '', null, undefined, '/no/such/shell']),
  windowsHide: (random) => random.of([true, false, null, undefined]),
  windowsVerbatimArguments: (random) => random.of([true, false, null, undefined]),
  // Node before 26 keeps the timer of a spawn that failed, and with it this process: no longer than
  // a test may take.
  timeout: (random) => random.of([0, 30_000, null, undefined]),
  killSignal: (random) => random.of(['SIGKILL', 'sigterm', 9, 'SIGINT', null, undefined]),
  encoding: (random) => random.of([...ENCODINGS, '', null, undefined]),
  serialization: (random) => random.of(['json', 'advanced', undefined]),
  unknown: () => 'ignored',
};

/** Each option once in four times. */
export function harmlessOptions(random: Random): Options {
  const chosen = Object.entries(COMMON).filter(() => random.oneIn(4));
  return Object.fromEntries(chosen.map(([name, value]) => [name, value(random)]));
}

/** An input, as text or as any view of bytes. */
export function randomInput(random: Random): unknown {
  const text = 'añ€\n'.repeat(random.of([0, 1, 100, 20_000]));
  const bytes = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const copy = (): ArrayBuffer => Uint8Array.from(bytes.subarray(0, bytes.length & ~7)).buffer;
  const forms = [
    () => text,
    () => bytes,
    () => new Uint8Array(copy()),
    () => new Uint16Array(copy()),
    () => new Float64Array(copy()),
    () => new DataView(copy(), bytes.length ? 1 : 0),
    () => null,
    () => undefined,
  ];
  return random.of(forms)();
}

/** A `stdio` option, and what the child can do with it. */
export interface RandomStdio {
  readonly stdio: unknown;
  /**
   * How much the child may write: nothing where it has streams of this process, little where nobody
   * reads it.
   */
  readonly output: 'any' | 'little' | 'none';
}

/** No `'overlapped'` for a synchronous function: it ends the process in Node. */
export function randomStdio(random: Random, files: TemporaryFiles, synchronous: boolean): RandomStdio {
  const pipe = synchronous ? 'pipe' : 'overlapped';
  if (random.oneIn(4)) return { stdio: random.of(['pipe', pipe, 'ignore', '', null, undefined]), output: 'any' };
  const always = [() => 'pipe', () => 'pipe', () => pipe, () => -1, () => files.open(), () => ({ fd: files.open() })];
  const standard = [...always, () => 'ignore', () => null, () => undefined, () => files.openStream()];
  if (random.oneIn(6)) return { stdio: entries(random, 3, [...standard, () => 'inherit']), output: 'none' };
  const few = random.below(7);
  if (!synchronous && random.oneIn(6)) {
    const withSocket = [...standard, () => files.openSocket()];
    // A child would wait for what comes on its standard input.
    return { stdio: [random.of(standard)(), ...entries(random, few, withSocket)], output: 'little' };
  }
  return { stdio: entries(random, random.oneIn(8) ? 10 + random.below(20) : few, standard), output: 'any' };
}

function entries(random: Random, length: number, makers: readonly (() => unknown)[]): unknown[] {
  return Array.from({ length }, () => random.of(makers)());
}
