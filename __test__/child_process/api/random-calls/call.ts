import { promisify } from 'node:util';
import {
  described,
  describedChild,
  describedResult,
  type Observed,
  observeUntilClose,
  outcomeOf,
  withErrorOutput,
} from '../../../support/observed';
import { Random } from '../../../support/random';
import { READINGS, type Reading } from '../../../support/reading';
import type { Module } from '../../../support/recorder';
import { ARGUMENTS, ARGUMENTS_WITHOUT_TEXT, anyValue, badOption, COMMANDS } from './bad-values';
import { harmlessOptions, type Options, randomInput, randomStdio } from './options';
import {
  ENDING_SIGNALS,
  endingScript,
  longScript,
  type Script,
  shortScript,
  silentScript,
  WAITING,
  WRITING_AND_WAITING,
  writingScript,
} from './script';
import { TemporaryFiles } from './temporary-files';

type Started = ReturnType<Module['spawn']>;
type Callable = (...args: unknown[]) => unknown;

const ASYNCHRONOUS = ['spawn', 'exec', 'execFile', 'exec promised', 'execFile promised'] as const;
const SYNCHRONOUS = ['spawnSync', 'execSync', 'execFileSync'] as const;
/** Without a shell between: a shell sorts its environment. */
const PRINTING_ENVIRONMENT: Script = { text: '/usr/bin/env', readsInput: false };
const COPYING_INPUT: Script = { text: '/bin/cat', readsInput: true };
const BUFFER_EDGES = [0, 1, 99, 100, 0.5, 99.5];

/** A random call of one function, to be made once of each module: what is in it may be used up. */
export class RandomCall {
  readonly name: string;
  readonly args: unknown[];
  readonly #random: Random;
  readonly #files = new TemporaryFiles();
  readonly #controller = new AbortController();
  #input: unknown;
  #act: ((child: Started) => void) | undefined;
  #reading: Reading = 'data';
  /** Whether a child that was killed for its output may have ended before. */
  #endsByChance = false;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.name = this.#random.of(this.#random.oneIn(3) ? SYNCHRONOUS : ASYNCHRONOUS);
    this.args = this.#random.of([
      () => this.#ordinary(),
      () => this.#ordinary(),
      () => this.#ordinary(),
      () => this.#stopped(),
      () => this.#limited(),
      () => this.#start(longScript(this.#random), { maxBuffer: Infinity }),
      () => this.#refused(),
      () => this.#refused(),
    ])();
  }

  /** Makes the call and tells all that a program sees of it. */
  async observe(module: Module): Promise<Observed> {
    const seen = this.#isSynchronous ? this.#observeSynchronous(module) : await this.#observeAsynchronous(module);
    return { ...seen, files: described(this.#files.collect()) };
  }

  get #isSynchronous(): boolean {
    return this.name.endsWith('Sync');
  }

  get #takesStdio(): boolean {
    return this.#isSynchronous || this.name === 'spawn';
  }

  get #takesCommandLine(): boolean {
    return this.name.startsWith('exec') && !this.name.startsWith('execFile');
  }

  #ordinary(): unknown[] {
    const random = this.#random;
    const options = harmlessOptions(random);
    let script = random.oneIn(8) ? PRINTING_ENVIRONMENT : endingScript(random);
    if (this.#takesStdio && random.oneIn(2)) {
      const { stdio, output } = randomStdio(random, this.#files, this.#isSynchronous);
      options.stdio = stdio;
      if (output !== 'any') script = output === 'little' ? shortScript(random) : silentScript(random);
    }
    // What `exec()` and `execFile()` collect, they read themselves.
    if (this.name === 'spawn') this.#reading = random.of(READINGS);
    if (this.#reading === 'nothing') script = shortScript(random);
    if (script.readsInput) this.#feed(options);
    return this.#start(script, options);
  }

  #feed(options: Options): void {
    if (this.#isSynchronous) options.input = randomInput(this.#random);
    else this.#input = this.#random.of(['text', Buffer.from('bytes'), 'ä'.repeat(50_000), '']);
  }

  /** A child that would wait, and is killed in one of the ways there are. */
  #stopped(): unknown[] {
    const random = this.#random;
    const options: Options = random.oneIn(2) ? { killSignal: random.of(['SIGKILL', 'sighup', 2, 'SIGUSR1']) } : {};
    const reason = random.of([undefined, new Error('because'), 'because', null]);
    const way = this.#isSynchronous ? 0 : random.below(8);
    if (way === 0) options.timeout = random.of([20, 50]);
    else if (way <= 3) options.signal = this.#controller.signal;
    if (way === 1) this.#controller.abort(reason);
    if (way === 2) this.#act = () => this.#controller.abort(reason);
    if (way === 3) this.#act = (child) => child.once('spawn', () => this.#controller.abort(reason));
    const signal = random.of([
      undefined,
      'SIGKILL',
      9,
      `SIG${random.of(ENDING_SIGNALS)}`.toLowerCase(),
    ]) as NodeJS.Signals;
    if (way === 4) this.#act = (child) => child.kill(0) && child.kill(signal);
    if (way === 5) this.#act = (child) => child.once('spawn', () => child.kill(signal));
    if (way === 6) this.#act = (child) => child[Symbol.dispose]();
    if (way === 7) this.#act = (child) => child.stdout?.once('data', () => child.kill(signal));
    return this.#start(way === 7 ? WRITING_AND_WAITING : WAITING, options);
  }

  /**
   * A child that writes 100 bytes. One that waits to be killed must write too much, and in one
   * piece: what is read of more is a matter of luck.
   */
  #limited(): unknown[] {
    const random = this.#random;
    const descriptor = random.of([1, 2]);
    const encoding = random.of(['utf8', 'buffer', 'hex', 'what', undefined]);
    if (this.#isSynchronous) {
      const ends = random.oneIn(2);
      const maxBuffer = random.of(
        ends ? [0, 100, 101, 100.5, Infinity, null, undefined] : BUFFER_EDGES.slice(1, 3).concat(0.5, 99.5),
      );
      return this.#start(writingScript({ [descriptor]: 100 }, ends), { encoding, maxBuffer });
    }
    const maxBuffer = random.of([...BUFFER_EDGES, 101, Infinity, null, undefined]);
    this.#endsByChance = this.name !== 'spawn';
    return this.#start(writingScript({ [descriptor]: 100 }, true), { encoding, maxBuffer });
  }

  /** A call with one thing wrong, or at least odd. */
  #refused(): unknown[] {
    const random = this.#random;
    const args = this.#start(PRINTING_ENVIRONMENT, {});
    const place = random.below(5);
    const lists = this.#isSynchronous ? [...ARGUMENTS, ...ARGUMENTS_WITHOUT_TEXT] : ARGUMENTS;
    if (place === 0) return [random.of(COMMANDS)(), ...(random.oneIn(2) ? args.slice(1) : [])];
    if (place === 1 && !this.#takesCommandLine) return ['true', random.of(lists)(), ...(random.oneIn(2) ? [{}] : [])];
    if (place === 2) return args.with(-1, anyValue(random));
    if (place === 3 && !this.#isSynchronous) return [...args, anyValue(random)];
    const options = badOption(random, !this.#isSynchronous);
    // It would be a matter of luck whether a child that writes more than it may ends before it is
    // killed, or one that does not read before it is written to.
    if ('maxBuffer' in options) return this.#start(silentScript(random), options);
    return this.#start('input' in options ? COPYING_INPUT : PRINTING_ENVIRONMENT, options);
  }

  #start(script: Script, options: Options): unknown[] {
    if (this.#takesCommandLine) return [script.text, options];
    if (options.shell) return [script.text, [], options];
    if (script === PRINTING_ENVIRONMENT || script === COPYING_INPUT) return [script.text, options];
    return ['sh', ['-c', script.text, ...this.#random.of([[], ['zero'], ['zero', 'one', '']])], options];
  }

  #observeSynchronous(module: Module): Observed {
    const { returned, ...seen } = withErrorOutput(() =>
      Reflect.apply(module[this.name as 'spawnSync'] as Callable, module, this.args),
    );
    const isResult = typeof returned === 'object' && returned !== null && 'output' in returned;
    return { ...seen, returned: isResult ? describedResult(returned) : described(returned) };
  }

  async #observeAsynchronous(module: Module): Promise<Observed> {
    const events: unknown[][] = [];
    const [name, promised] = this.name.split(' ') as ['exec', string?];
    const note = (...outcome: unknown[]): unknown => events.push(['callback', ...outcome.map(described)]);
    const call = (): { child: Started; settled?: Promise<unknown> } => {
      if (promised === undefined)
        return { child: this.#call(module[name] as Callable, name === ('spawn' as string) ? [] : [note]) };
      const promise = this.#call(promisify(module[name]) as Callable, []) as unknown as Promise<object> & {
        child: Started;
      };
      return {
        child: promise.child,
        settled: promise.then((result) => Object.values(result).map(described), described),
      };
    };
    const outcome = outcomeOf(call);
    if ('thrown' in outcome) return outcome;
    const { child, settled } = outcome.returned as ReturnType<typeof call>;
    const start = describedChild(child);
    const ended = observeUntilClose(child, events, this.#input, this.#reading);
    this.#act?.(child);
    const end = await ended;
    const callbacks = events.filter((event) => (event as unknown[])[0] === 'callback');
    // A callback in the caller's arguments takes the place of the promise's.
    const result = await Promise.race([settled, new Promise((resolve) => setImmediate(resolve, 'not settled'))]);
    return this.#endsByChance ? { start, callbacks, result } : { start, events, end, result };
  }

  #call(callable: Callable, callback: unknown[]): Started {
    const hasOwn = this.args.length > (this.#takesCommandLine ? 2 : 3);
    return callable(...this.args, ...(hasOwn ? [] : callback)) as Started;
  }
}
