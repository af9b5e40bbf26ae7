import { fixture } from '../../../support/program';
import type { Random } from '../../../support/random';

/** A run for `spawnSync()`: its arguments. */
export type RandomRun = [file: string, args: string[], options: Record<string, unknown>];

const PROGRAM = fixture('random-descriptors.js');

/** More than a socket's buffer holds. */
const MUCH = 600_000;
const SIGNALS = [1, 2, 9, 13, 15, 34, 64];

/**
 * A child that writes to, closes, moves and shuts down its descriptors in random order, with a
 * random `stdio` option and input.
 */
export function randomRun(random: Random): RandomRun {
  const stdio = Array.from({ length: 3 + random.below(4) }, (_, position) =>
    random.oneIn(6) && position !== 2 ? random.of(['ignore', null, undefined]) : 'pipe',
  );
  const input = random.of([undefined, undefined, '', 'short', Buffer.alloc(MUCH, 'long ')]);
  // Some steps wait for ever on a descriptor that was moved: each run has a limit.
  const endless = random.oneIn(8);
  const limit = { timeout: endless ? 500 : 10_000, killSignal: random.of(['SIGKILL', 'SIGHUP']) };

  const options = { stdio, input, ...limit, env: { PATH: process.env.PATH } };
  const last = stdio.length - 1;
  return random.oneIn(4)
    ? [process.execPath, [PROGRAM, JSON.stringify(nodeSteps(random, last, endless))], options]
    : // It begins with a pause: the parent has written an input by then that nobody will read, and whether that fails is no matter of luck.
      ['sh', ['-c', ['sleep 0.05', ...shellSteps(random, last, endless)].join('\n')], options];
}

/**
 * A program in the background that writes once the script has ended. Two of them, or one that
 * writes while the script goes on, would be a matter of luck.
 *
 * @param descriptor - where to
 */
function lateWriter(descriptor: number): string {
  return `(while grep -qs '^State:.[^ZX]' /proc/$$/status; do sleep 0.01; done; echo late >&${descriptor}) & true`;
}

/**
 * So many bytes fit into a socket that nobody reads, six times, or do not fit. Between the two lies
 * a difference of buffers: libuv 1.51 and 1.52 set a child's sockets to 64 KiB, others keep the
 * system's 208 KiB (see docs/deviations.md).
 */
function amount(random: Random): number {
  return random.oneIn(2) ? random.below(8_000) : 230_000 + random.below(70_000);
}

function shellSteps(random: Random, last: number, endless: boolean): string[] {
  const any = () => random.below(last + 1);
  const steps: (() => string)[] = [
    () => `echo written >&${any()}`,
    () => `echo written >&${any()}`,
    () => `timeout 0.5 head -c ${amount(random)} /dev/zero >&${1 + random.below(last)}`,
    () => `exec ${any()}>&-`,
    () => `exec ${any()}>&${any()}`,
    () => `exec ${any()}<&${any()}`,
    () => `exec ${any()}</dev/null`,
    () => `timeout 0.5 head -c ${random.below(50)} <&0`,
    () => 'timeout 0.5 cat',
    () => `timeout 0.1 cat <&${1 + random.below(last)}`,
    () => 'sleep 0.02',
  ];
  const endings = [`exit ${random.below(256)}`, `kill -${random.of(SIGNALS)} $$`, 'exec echo last'];
  const all = random.many(6, () => random.of(steps)());
  // What is killed at its time limit has its pipes closed then, sooner or later than the program in
  // the background writes.
  if (endless) return [...all, 'exec sleep 5'];
  if (random.oneIn(3)) all.splice(random.below(all.length + 1), 0, lateWriter(any()));
  return [...all, random.of(endings)];
}

function nodeSteps(random: Random, last: number, endless: boolean): unknown[][] {
  const any = () => random.below(last + 1);
  const other = () => 1 + random.below(last);
  const steps: (() => unknown[])[] = [
    () => ['write', other()],
    () => ['send', other(), random.below(100_000)],
    () => ['send', other(), random.below(100)],
    () => ['shutdown', other()],
    () => ['destroy', other()],
    () => ['close', any()],
    () => ['wait', random.below(30)],
  ];
  const endings = [
    ['exit', random.below(256)],
    ['signal', random.of([9, 15])],
  ];
  const ending = endless ? ['wait', 5000] : random.of(endings);
  return [['wait', 30], ...random.many(6, () => random.of(steps)()), ending];
}
