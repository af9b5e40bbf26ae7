import { Random } from '../../support/random';
import type { Module } from './backends';
import { describe } from './description';
import { outcomeOf, type Play, picker, type Seen, see } from './play';
import { READING } from './random-reading';
import { WRITING } from './random-writing';
import { SAME } from './values';

/**
 * The outcome without what differs from engine to engine: only messages that come with a code are
 * Node's.
 */
function comparable(outcome: Readonly<Record<string, unknown>>): unknown {
  const { message, ...rest } = outcome;
  return outcome.code === undefined ? rest : outcome;
}

function line(name: string, seen: Seen): string {
  return `${name} ${describe([comparable(seen.outcome), seen.trace])}`;
}

/**
 * The results of calls, one line for each, so that a module can be compared with Node's own
 * although they run in different engines. The calls are those of the fuzzers, after those of the
 * table of values.
 */
export function* answerLines(module: Module, first: number, count: number): Generator<string> {
  for (const [name, call] of Object.entries(SAME))
    yield line(name, { outcome: outcomeOf(() => call(module)), trace: [] });
  const pick = picker([...READING, ...WRITING].filter(({ withBuffer }: Play) => !withBuffer));
  for (let seed = first; seed < first + count; seed++) {
    const random = new Random(seed);
    yield line(String(seed), see(pick(random), random, module));
  }
}
