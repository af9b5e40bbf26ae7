import type { Random } from '../../../support/random';

/** A program for `sh`. */
export interface Script {
  readonly text: string;
  /**
   * Whether it reads all of its standard input: only then is it no matter of luck whether writing
   * to it fails.
   */
  readonly readsInput: boolean;
}

/** Steps that take effect before the next one starts. */
const STEPS: ((random: Random) => string)[] = [
  () => 'echo out',
  () => 'echo err >&2',
  (random) => `printf "%0${1 + random.below(6000)}d" 0`,
  (random) => `printf "%0${1 + random.below(6000)}d" 0 >&2`,
  (random) => `/usr/bin/head -c ${random.below(200_000)} /dev/zero`,
  () => 'printf "\\342\\202\\254\\303\\244"',
  () => 'printf "\\342\\202\\377\\303"',
  () => 'printf "a\\000b" >&2',
  () => 'echo "$0|$*|$A|$B"',
  () => 'pwd',
  () => '/usr/bin/env',
  () => '/bin/cat /proc/$$/cmdline',
  () => 'for d in 0 1 2 3 4 5 6 9 11 12 15 20 25 30; do if [ -e /proc/$$/fd/$d ]; then echo $d; fi; done',
  () => '/usr/bin/readlink /proc/$$/fd/1 | /bin/sed "s/[0-9]*//g; s/.*rt-std-files.*/a file/"',
  () => 'echo hi >/dev/stdout',
  () => 'grep -E "Sig(Blk|Ign|Cgt)" /proc/self/status',
  () => 'id -u; id -g; id -G',
  () => 'if [ "$(cut -d " " -f 6 /proc/$$/stat)" = $$ ]; then echo leader; fi',
  () => 'umask; ulimit -c',
  () => 'echo three >&3',
  () => 'printf 44444 >&4',
  () => 'echo from four <&4',
  () => 'exec 0<&-',
  () => 'exec 1>&-',
  () => 'exec 2>&-',
  () => '/bin/sleep 0.01',
  () => '/bin/cat',
  () => 'no-such-program',
];

/** Signals that end a process without a core. */
export const ENDING_SIGNALS = ['TERM', 'KILL', 'INT', 'HUP', 'USR1', 'USR2', 'ALRM', 'PIPE', 'VTALRM'] as const;

function randomEnding(random: Random): string {
  switch (random.below(6)) {
    case 0:
      return `kill -${random.of(ENDING_SIGNALS)} $$`;
    case 1:
      return 'exec true';
    case 2:
      return '/bin/sleep 0.03 & exit 0';
    case 3:
      return `exit ${random.below(256)}`;
    default:
      return 'exit 0';
  }
}

/** A script that ends by itself. */
export function endingScript(random: Random): Script {
  const readsInput = random.oneIn(3);
  const steps = random.many(4, () => random.of(STEPS)(random));
  return { text: [...(readsInput ? ['/bin/cat'] : []), ...steps, randomEnding(random)].join('\n'), readsInput };
}

/** A script that writes little, and reads nothing, for descriptors at whose other end nobody is. */
export function shortScript(random: Random): Script {
  const steps = random.many(4, () => `echo ${random.below(1000)} 2>/dev/null >&${1 + random.below(4)}`);
  return { text: [...steps, randomEnding(random)].join('\n'), readsInput: false };
}

/** A script that neither reads nor writes, for descriptors that are those of this process. */
export function silentScript(random: Random): Script {
  return { text: randomEnding(random), readsInput: false };
}

/** A script that waits until it is killed. It writes nothing: a signal might come before that. */
export const WAITING: Script = { text: 'exec /bin/sleep 60', readsInput: false };

/** A script that writes much to both of its standard streams. */
export function longScript(random: Random): Script {
  const write = (to: string): string => `/usr/bin/head -c ${random.below(1_500_000)} /dev/zero ${to}`;
  return { text: `${write('')}\n${write('>&2')} & wait\n${randomEnding(random)}`, readsInput: false };
}

/** One that says when it runs. */
export const WRITING_AND_WAITING: Script = { text: `echo runs\n${WAITING.text}`, readsInput: false };

/**
 * A script that writes, at once and as a whole.
 *
 * @param bytes - how much, by descriptor
 * @param ends - whether it ends then, or waits until it is killed
 */
export function writingScript(bytes: Readonly<Record<number, number>>, ends: boolean): Script {
  const steps = Object.entries(bytes).map(([descriptor, count]) => `printf "%0${count}d" 0 >&${descriptor}`);
  return { text: [...steps, ends ? 'exit 0' : WAITING.text].join('\n'), readsInput: false };
}
