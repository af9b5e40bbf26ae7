import assert from 'node:assert/strict';
import test from 'node:test';
import { execa, execaNode } from 'execa';

test('sendMessage, getOneMessage, getEachMessage', async () => {
  const subprocess = execaNode('programs/exchange.mjs');
  await subprocess.sendMessage('hello');
  assert.deepEqual(await subprocess.getOneMessage(), { first: 'hello' });
  const seen = [];
  await subprocess.sendMessage(0);
  for await (const message of subprocess.getEachMessage()) {
    seen.push(message);
    await subprocess.sendMessage(seen.length < 100 ? seen.length : 'end');
    if (seen.length === 100) break;
  }
  assert.deepEqual(seen, [...Array(100).keys()]);
  const { ipcOutput } = await subprocess;
  assert.equal(ipcOutput.length, 101);
});

test('getOneMessage({ filter })', async () => {
  const subprocess = execaNode('programs/exchange.mjs');
  await subprocess.sendMessage('first');
  const wanted = subprocess.getOneMessage({ filter: (message) => message?.wanted === true });
  for (const message of [{ wanted: false }, { wanted: true }, 'end']) await subprocess.sendMessage(message);
  assert.deepEqual(await wanted, { wanted: true });
  await subprocess;
});

for (const [serialization, message] of [
  [
    'advanced',
    { date: new Date(0), map: new Map([[1, new Set(['x'])]]), bytes: new Uint8Array([1, 2]), big: 2n ** 70n },
  ],
  ['json', { text: 'ä\u2028', nested: [1, null, { deep: true }] }],
]) {
  test(`ipcInput and ipcOutput, serialization '${serialization}'`, async () => {
    const options = { ipcInput: message, serialization };
    const { ipcOutput } = await execaNode('programs/input-message.mjs', options);
    assert.deepEqual(ipcOutput, [message]);
  });
}

test('sendMessage({ strict })', async () => {
  const subprocess = execaNode('programs/exchange.mjs');
  await subprocess.sendMessage('strict', { strict: true });
  assert.deepEqual(await subprocess.getOneMessage(), { first: 'strict' });
  await subprocess.sendMessage('end');
  await subprocess;
});

test('getOneMessage({ reference: false }) lets the program end', async () => {
  const script = `import { execaNode } from 'execa';
const subprocess = execaNode('programs/input-message.mjs', { cleanup: true });
subprocess.getOneMessage({ reference: false }).catch(() => {});
subprocess.unref();
for (const stream of [subprocess.stdin, subprocess.stdout, subprocess.stderr]) stream.unref();
subprocess.channel.unref();`;
  const { exitCode } = await execa`node --input-type=module -e ${script}`;
  assert.equal(exitCode, 0);
});

test('a message that cannot be sent', async () => {
  const subprocess = execaNode('programs/exchange.mjs');
  await assert.rejects(
    subprocess.sendMessage(() => {}),
    /the message cannot be serialized/,
  );
  subprocess.kill();
  await assert.rejects(subprocess);
});

test('a subprocess that ends without a message', async () => {
  const subprocess = execa({ ipc: true })`node --version`;
  await assert.rejects(subprocess.getOneMessage(), /exited or disconnected|has already/);
  await subprocess;
});

test('ipc: false', async () => {
  const { stdout } = await execaNode({ ipc: false })`programs/arguments.mjs`;
  assert.equal(stdout, '[]');
});
