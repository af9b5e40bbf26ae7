import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { fixture } from '../support/program';

const execute = promisify(execFile);
const PROGRAM = fixture('set-up/compared-program.mjs');

interface Answer {
  readonly verdict: string;
  readonly note?: string;
  readonly children: number;
  readonly counts: { readonly passed: number; readonly failed: number; readonly skipped: number };
  readonly timed: boolean;
}

async function compare(...args: readonly string[]): Promise<Answer> {
  const { stdout } = await execute(process.execPath, [PROGRAM, ...args], { timeout: 60_000 });
  return JSON.parse(stdout);
}

const PRINT = `console.log('{"answer":"expected"}');`;

test('a program passes that has the same result in all runs; its children and grandchildren are counted', async (t) => {
  const child = `require('child_process').spawnSync('true')`;
  const answer = await compare(`
    require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(child)}]);
    require('child_process').spawn('true');
    require('child_process').spawn('no-such-program').on('error', () => {});
    ${PRINT}`);
  const counts = { passed: 1, failed: 0, skipped: 0 };
  t.deepEqual(answer, { verdict: 'passed', children: 3, counts, timed: true });
});

test('a program fails that starts no child through us', async (t) => {
  const { verdict, counts } = await compare(PRINT);
  t.is(verdict, 'not reached');
  t.deepEqual(counts, { passed: 0, failed: 1, skipped: 0 });
});

test('a program fails that has another result under the override', async (t) => {
  const answer = await compare(`
    require('child_process').spawnSync('true');
    console.log(JSON.stringify({ answer: process.env.NODE_OPTIONS ? 'another' : 'expected' }));`);
  t.is(answer.verdict, 'failed');
  t.is(answer.note, `'answer' is "another" instead of "expected"`);
  t.is(answer.counts.failed, 1);
});

test('a program fails that has another result on plain Node', async (t) => {
  const { verdict, note } = await compare('console.log("{}"); process.exitCode = 1;');
  t.is(verdict, 'failed');
  t.is(note, `on plain Node: 'status' is 1 instead of 0; 'answer' is undefined instead of "expected"`);
});

test('a program that fails gets a second attempt', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-attempts-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const { verdict, note, counts } = await compare(`
    require('child_process').spawnSync('true');
    const seen = ${JSON.stringify(join(folder, 'seen'))};
    if (!fs.existsSync(seen)) process.exitCode = 1;
    fs.writeFileSync(seen, '');
    ${PRINT}`);
  t.is(verdict, 'passed');
  t.is(note, "on plain Node: 'status' is 1 instead of 0");
  t.deepEqual(counts, { passed: 1, failed: 0, skipped: 0 });
});

test('a program fails whose output cannot be read', async (t) => {
  const { verdict, note } = await compare('console.log("no JSON")');
  t.is(verdict, 'failed');
  t.regex(note ?? '', /^on plain Node: its result cannot be read: /);
});

test('a program fails that leaves a process behind', async (t) => {
  const { verdict, note } = await compare(`
    const child = require('child_process').spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    child.unref();
    ${PRINT}`);
  t.is(verdict, 'failed');
  t.is(note, 'on plain Node: left processes running: sleep 1000');
});

test('a program is skipped when the machine lacks what it needs', async (t) => {
  const { verdict, note, counts } = await compare(PRINT, 'there is no browser');
  t.deepEqual([verdict, note], ['skipped', 'there is no browser']);
  t.deepEqual(counts, { passed: 0, failed: 0, skipped: 1 });
});
