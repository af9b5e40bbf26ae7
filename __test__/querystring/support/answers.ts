/**
 * Prints what calls come to, one line for each, so that a module can be compared with Node's own although they run in different runtimes:
 *
 *   <runtime> answers.js <module> <first seed> <count>
 *
 * `module` is a specifier or the URL of one. The calls are those of the fuzzers, after those of the table of values.
 */
import { createHash } from 'node:crypto';
import { argv } from 'node:process';
import { Random } from '../../support/random';
import type { Module } from './backends';
import { describe } from './description';
import { outcomeOf, type Play, picker, type Seen, see } from './play';
import { READING } from './random-reading';
import { WRITING } from './random-writing';
import { SAME } from './values';

/** The outcome without what differs from engine to engine: only messages that come with a code are Node's. */
function comparable(outcome: Readonly<Record<string, unknown>>): unknown {
  const { message, ...rest } = outcome;
  return outcome.code === undefined ? rest : outcome;
}

function line(name: string, seen: Seen): string {
  const text = describe([comparable(seen.outcome), seen.trace]);
  const short = text.length <= 300 ? text : `${text.slice(0, 200)}… ${createHash('sha1').update(text).digest('hex')}`;
  return `${name} ${short}`;
}

function* answers(module: Module, first: number, count: number): Generator<string> {
  for (const [name, call] of Object.entries(SAME))
    yield line(name, { outcome: outcomeOf(() => call(module)), trace: [] });
  const pick = picker([...READING, ...WRITING].filter(({ withBuffer }: Play) => !withBuffer));
  for (let seed = first; seed < first + count; seed++) {
    const random = new Random(seed);
    yield line(String(seed), see(pick(random), random, module));
  }
}

async function main(specifier: string, first: number, count: number): Promise<void> {
  const loaded = (await import(specifier)) as { default: Module };
  console.log([...answers(loaded.default, first, count)].join('\n'));
}

main(argv[2] as string, Number(argv[3]), Number(argv[4]));
