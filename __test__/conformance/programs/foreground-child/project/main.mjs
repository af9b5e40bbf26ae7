import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import test from 'node:test';

async function run(args, act = () => {}) {
  const child = spawn(process.execPath, ['parent.mjs', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const output = text(child.stdout);
  child.stdout.once('data', () => act(child));
  const [code, signal] = await ended;
  return { code, signal, output: await output };
}

const endless = 'console.log(process.pid); setInterval(() => {}, 1000);';

test('output and exit code', async () => {
  const { code, signal, output } = await run(['own', 'sh', '-c', 'echo out; exit 3']);
  assert.deepEqual([code, signal, output], [3, null, 'out\n']);
});

test('the signal that ends the child ends the parent', async () => {
  const { code, signal } = await run(['own', 'sh', '-c', 'kill -TERM $$']);
  assert.deepEqual([code, signal], [null, 'SIGTERM']);
});

for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  test(`${name} reaches the child`, async () => {
    const { code, signal } = await run(['own', process.execPath, '-e', endless], (child) => child.kill(name));
    assert.deepEqual([code, signal], [null, name]);
  });
}

test('a callback decides on the code', async () => {
  assert.equal((await run(['7', 'true'])).code, 7);
});

test('messages in both directions', async () => {
  const script = 'process.on("message", (message) => process.send({ pid: process.pid, message }))';
  const parent = fork('parent.mjs', ['own', process.execPath, '-e', script]);
  parent.send('hello');
  const [{ pid, message }] = await once(parent, 'message');
  assert.equal(message, 'hello');
  assert.notEqual(pid, parent.pid);
  parent.kill();
  assert.deepEqual(await once(parent, 'exit'), [null, 'SIGTERM']);
});
