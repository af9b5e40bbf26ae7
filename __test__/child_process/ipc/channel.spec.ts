import { execFile } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { promisify } from 'node:util';
import test from 'ava';
import { ours } from '../../support/modules';
import { fixture } from '../../support/program';
import { comesToSame, sameAsNode } from '../../support/same-as-node';
import { event, MODULE_NAMES } from './both-modules';

const run = promisify(execFile);

test('channel is an emitter with a descriptor; without a channel there is none', async (t) => {
  const child = ours.fork(fixture('ipc-idle.js'));
  await event(child, 'message');
  const channel = child.channel as unknown as EventEmitter & { fd: number };
  t.true(channel instanceof EventEmitter);
  // Windows has no descriptor for a pipe.
  t.true(process.platform === 'win32' ? channel.fd === -1 : Number.isInteger(channel.fd) && channel.fd > 2);
  child.disconnect();
  await event(child, 'exit');
  if (process.platform === 'win32') t.true(channel.fd < 0);
  else t.is(channel.fd, -1);

  const other = ours.spawn('true');
  t.is(other.channel, undefined);
  t.false(other.connected);
  await event(other, 'close');
});

test('the properties that the channel adds to the child are those of Node', async (t) => {
  await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-idle.js'));
    const names = [
      'channel',
      '_channel',
      '_handleQueue',
      '_pendingMessage',
      'send',
      '_send',
      'connected',
      'disconnect',
      '_disconnect',
    ];
    const own = names.map((name) => {
      const { enumerable, configurable, writable } = Object.getOwnPropertyDescriptor(child, name) ?? {};
      return [name, enumerable, configurable, writable];
    });
    await event(child, 'message');
    child.disconnect();
    await event(child, 'exit');
    const { _handleQueue, _pendingMessage } = child as unknown as Record<string, unknown>;
    return [own, _handleQueue, _pendingMessage, child.listenerCount('internalMessage')];
  });
});

for (const steps of [['unref'], ['unref', 'ref'], ['ref', 'unref'], ['unref', 'child.unref'], ['child.unref']]) {
  test(`a parent after ${steps.join(', ')} ends when Node's does`, async (t) => {
    const outputOf = async (module: string) =>
      (await run(process.execPath, [fixture('ipc-references.js'), module, ...steps])).stdout;
    await comesToSame(t, await outputOf(MODULE_NAMES.ours), () => outputOf(MODULE_NAMES.node));
  });
}

test('_channel is what it is in Node: channel with the warning DEP0129 once, or from Node 25 on nothing', async (t) => {
  const program = (module: string) => `
    const { fork } = require(${JSON.stringify(module)});
    const child = fork(${JSON.stringify(fixture('ipc-idle.js'))});
    process.on('warning', ({ code, message }) => console.log(code, message));
    console.log(child._channel === child.channel, child._channel === undefined);
    child.once('message', () => child.disconnect());
  `;
  const outputOf = async (module: string) =>
    (await run(process.execPath, ['-e', program(module)], { cwd: __dirname })).stdout;
  await comesToSame(t, await outputOf(MODULE_NAMES.ours), () => outputOf(MODULE_NAMES.node));
});

test("counting references: an explicit call wins, and 'unref' is emitted before Node 24", async (t) => {
  const child = ours.fork(fixture('ipc-idle.js'));
  await event(child, 'message');
  const channel = child.channel as unknown as EventEmitter & Record<string, () => void>;
  let unreferenced = 0;
  channel.on('unref', () => unreferenced++);
  const reported = Number.parseInt(process.versions.node, 10) < 24 ? 1 : 0;
  channel.unrefCounted?.();
  t.is(unreferenced, reported, 'the one reference of a parent is gone');
  channel.refCounted?.();
  channel.ref?.();
  channel.unrefCounted?.();
  t.is(unreferenced, reported, 'counting has no effect after ref()');
  child.disconnect();
  await event(child, 'exit');
});
