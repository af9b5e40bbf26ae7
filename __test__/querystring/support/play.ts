import type { Random } from '../../support/random';
import type { Module } from './backends';
import { type Trace, tracedFunction } from './trace';

/**
 * One kind of call. Its arguments come from the random numbers alone, so that two modules can be
 * given the same.
 */
export interface Play {
  /** How often it comes up, relative to the others. */
  readonly often: number;
  readonly play: (random: Random, module: Module, trace: Trace) => unknown;
  /** Whether the result or the error is that of Node's Buffer. */
  readonly withBuffer?: boolean;
}

/** What a program sees of a call. */
export interface Seen {
  /** What it returned or threw. */
  readonly outcome: Readonly<Record<string, unknown>>;
  /** What it called of the caller's own. */
  readonly trace: readonly unknown[];
}

/** Makes a random number pick one of the plays. */
export function picker(plays: readonly Play[]): (random: Random) => Play {
  const fine = plays.flatMap((play) => new Array<Play>(Math.round(play.often * 100)).fill(play));
  return (random) => random.of(fine);
}

/** Plays, now and then with some of the module's functions replaced for that time. */
export function see({ play }: Play, random: Random, module: Module): Seen {
  const heard: unknown[] = [];
  const trace: Trace = (event, ...values) => heard.push([event, ...values]);
  if (!random.oneIn(8)) return { outcome: outcomeOf(() => play(random, module, trace)), trace: heard };
  const kept = { ...module };
  for (const name of ['escape', 'unescape', 'unescapeBuffer'] as const) {
    if (random.oneIn(2)) module[name] = tracedFunction(random, name, module, trace);
  }
  try {
    return { outcome: outcomeOf(() => play(random, module, trace)), trace: heard };
  } finally {
    Object.assign(module, kept);
  }
}

/** The outcome of a call, as data that can be compared. */
export function outcomeOf(call: () => unknown): Readonly<Record<string, unknown>> {
  try {
    const result = call();
    // A result's keys have an order, which deep equality does not look at.
    return { result, order: typeof result === 'object' && result !== null ? Reflect.ownKeys(result) : undefined };
  } catch (error) {
    if (!(error instanceof Error)) return { thrown: error };
    const { name } = error;
    const { code } = error as NodeJS.ErrnoException;
    return { class: error.constructor.name, name, message: withoutExpression(error.message), code };
  }
}

/** Where the engine makes the message, it quotes the expression of the source. */
function withoutExpression(message: string): string {
  return message
    .replace(/\S+ is not a function$/, 'is not a function')
    .replace(/^can't convert .+ to /s, "can't convert it to ")
    .replace(/^(can't access property ".*")(?:, \S+ is| of) (null|undefined)$/, '$1 of $2');
}
