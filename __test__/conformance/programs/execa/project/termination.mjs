import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { execa, execaNode, execaSync } from 'execa';

// What has ended may stay a zombie for as long as init pleases.
function isRunning(pid) {
  try {
    return !/^State:\sZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function started(options, script = 'programs/endless.mjs') {
  const subprocess = execa({ reject: false, ...options })`node ${script}`;
  await once(subprocess.stdout, 'data');
  // In an object: a subprocess is a promise, too, and would be waited for.
  return { subprocess };
}

test('kill()', async () => {
  const { subprocess } = await started();
  assert.equal(subprocess.kill(), true);
  const { isTerminated, signal, signalDescription } = await subprocess;
  assert.deepEqual(
    { isTerminated, signal, signalDescription },
    { isTerminated: true, signal: 'SIGTERM', signalDescription: 'Termination' },
  );
});

test('kill(signal, error)', async () => {
  const { subprocess } = await started();
  const cause = new Error('the reason');
  subprocess.kill('SIGINT', cause);
  const result = await subprocess;
  assert.deepEqual([result.signal, result.cause], ['SIGINT', cause]);
});

test('killSignal', async () => {
  const { subprocess } = await started({ killSignal: 'SIGUSR2' });
  subprocess.kill();
  assert.equal((await subprocess).signal, 'SIGUSR2');
});

test('forceKillAfterDelay', async () => {
  const { subprocess } = await started({ forceKillAfterDelay: 100 }, 'programs/stubborn.mjs');
  subprocess.kill();
  const { signal, isForcefullyTerminated } = await subprocess;
  assert.deepEqual({ signal, isForcefullyTerminated }, { signal: 'SIGKILL', isForcefullyTerminated: true });
});

test('timeout', async () => {
  const { timedOut, signal } = await execa({ timeout: 50, reject: false })`sleep 100`;
  assert.deepEqual({ timedOut, signal }, { timedOut: true, signal: 'SIGTERM' });
  assert.throws(() => execaSync({ timeout: 50 })`sleep 100`, { timedOut: true, signal: 'SIGTERM' });
});

test('cancelSignal', async () => {
  const controller = new AbortController();
  const { subprocess } = await started({ cancelSignal: controller.signal });
  controller.abort(new Error('no more'));
  const { isCanceled, cause } = await subprocess;
  assert.deepEqual([isCanceled, cause.message], [true, 'no more']);
});

test('gracefulCancel and getCancelSignal', async () => {
  const controller = new AbortController();
  const options = { cancelSignal: controller.signal, gracefulCancel: true, reject: false };
  const subprocess = execaNode('programs/graceful.mjs', options);
  assert.equal(await subprocess.getOneMessage(), 'ready');
  controller.abort(new Error('enough'));
  const { isGracefullyCanceled, ipcOutput, exitCode } = await subprocess;
  assert.deepEqual([isGracefullyCanceled, ipcOutput, exitCode], [true, ['ready', 'cancelled: enough'], 0]);
});

test('cleanup: a child ends with its parent', async () => {
  const script = `import { execa } from 'execa';
const child = execa\`sleep 100\`;
console.log(child.pid);
process.exit();`;
  const { stdout } = await execa`node --input-type=module -e ${script}`;
  while (isRunning(stdout)) await delay(10);
});

test('an event emitter: spawn, exit, close', async () => {
  const subprocess = execa`true`;
  const events = [];
  for (const name of ['spawn', 'exit', 'close']) subprocess.once(name, () => events.push(name));
  await Promise.all([subprocess, once(subprocess, 'close')]);
  assert.deepEqual(events, ['spawn', 'exit', 'close']);
});
