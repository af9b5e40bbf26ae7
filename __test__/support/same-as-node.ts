import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { ours, theirs } from './modules';
import type { Module } from './recorder';
import { testWhere } from './test-where';

/**
 * A folder for the results of Node's module, by spec: Node notes them, and other runtimes, whose
 * own module is no oracle, compare with them.
 */
const FOLDER = process.env.RT_NODE_ANSWERS;

/** Whether the specs run in Node itself. */
export const IS_NODE = process.versions.bun === undefined && process.versions.deno === undefined;

/** Declares tests of what other runtimes do in another way, or do not have. */
export const testOnNode = testWhere(IS_NODE, 'this is not Node');

const LONG = 2000;

let noted: Map<string, unknown[]> | undefined;

/**
 * Runs a scenario with our module and with Node's; both must give the same.
 *
 * @returns what ours gives, for further assertions
 */
export async function sameAsNode<Value>(
  t: ExecutionContext,
  scenario: (module: Module) => Value | Promise<Value>,
): Promise<Value> {
  const actual = await scenario(ours);
  await comesToSame(t, actual, () => scenario(theirs));
  return actual;
}

/**
 * Compares the result of our module with that of Node's.
 *
 * @param t - the test
 * @param actual - of our module
 * @param expected - asks Node's
 */
export async function comesToSame(t: ExecutionContext, actual: unknown, expected: () => unknown): Promise<void> {
  if (!IS_NODE) {
    t.deepEqual(asData(actual), nextAnswer(t.title));
    return;
  }
  // The end of a child's channel, which Node's 'close' waits for, may come after its exit, and the
  // channel of a child that nobody listens to keeps no event loop alive. On Windows that is usual;
  // on a busy Linux machine it happens once in hundreds of times.
  const alive = setInterval(() => {}, 1000);
  let answer: unknown;
  try {
    answer = await expected();
  } finally {
    clearInterval(alive);
  }
  // AVA looks at each byte of a long buffer as at a property, which takes a second for a megabyte.
  if (isDeepStrictEqual(actual, answer)) t.pass();
  else t.deepEqual(actual, answer);
  if (FOLDER !== undefined) appendFileSync(answersFile(), `${JSON.stringify([t.title, asData(answer)])}\n`);
}

function answersFile(): string {
  const spec = fileURLToPath(test.meta.file);
  return join(FOLDER ?? '', `${basename(dirname(spec))}-${basename(spec)}.jsonl`);
}

/** A test that compares several times finds its answers in that order. */
function nextAnswer(title: string): unknown {
  noted ??= readAnswers();
  const answers = noted.get(title) ?? [];
  if (answers.length === 0) throw new Error(`Node's answer to "${title}" was not noted (RT_NODE_ANSWERS=${FOLDER})`);
  return answers.shift();
}

function readAnswers(): Map<string, unknown[]> {
  const file = answersFile();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const answers = new Map<string, unknown[]>();
  for (const line of lines.filter((text) => text !== '')) {
    const [title, answer] = JSON.parse(line) as [string, unknown];
    answers.set(title, [...(answers.get(title) ?? []), answer]);
  }
  return answers;
}

/** A value as JSON has it, with all that JSON would drop; long texts and bytes by their hash. */
function asData(value: unknown): unknown {
  // `this` has the value as it was before its `toJSON` was called.
  const text = JSON.stringify({ value }, function replacer(this: Record<string, unknown>, name) {
    return replaced(this[name]);
  });
  return (JSON.parse(text) as { value: unknown }).value;
}

function replaced(value: unknown): unknown {
  if (value instanceof Uint8Array) return `bytes: ${digest(Buffer.from(value).toString('latin1'))}`;
  if (value instanceof Error)
    return { ...value, class: value.constructor.name, name: value.name, message: value.message };
  if (typeof value === 'string') return digest(value);
  if (value === undefined) return 'undefined';
  const isPlain = typeof value === 'object' || typeof value === 'boolean' || Number.isFinite(value);
  return isPlain ? value : `${typeof value} ${String(value)}`;
}

function digest(text: string): string {
  return text.length < LONG ? text : `${text.length} units, ${createHash('sha1').update(text).digest('hex')}`;
}
