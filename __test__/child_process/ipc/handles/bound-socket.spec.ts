import { readdirSync, readlinkSync } from 'node:fs';
import net, { type AddressInfo, createServer } from 'node:net';
import type { BoundSocket } from '../../../../ts/child_process/types/messages';
import { ours } from '../../../support/modules';
import { fixture } from '../../../support/program';
import { type Module, thrownBy } from '../../../support/recorder';
import { IS_NODE, sameAsNode } from '../../../support/same-as-node';
import { testWhere } from '../../../support/test-where';
import { event } from '../both-modules';
import { ORACLE, PAIRS, type Pair } from '../own-channel-pairs';
import { ask } from './connections';

type BoundSocketClass = new (options: { host?: string; path?: string }) => BoundSocket;

const Bound = (net as unknown as { BoundSocket: BoundSocketClass }).BoundSocket;

const canMove =
  IS_NODE && Bound !== undefined && '_TransferredBoundSocket' in (net as unknown as Record<string, unknown>);
const test = testWhere(canMove, 'this runtime has no bound sockets that can be sent');

/** What a descriptor of this process is; the empty text when it is closed. */
function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}

/** The same data with the code alone in the place of each error. */
function withCodes(results: unknown): unknown {
  return JSON.parse(JSON.stringify(results), (_, value) => value?.code ?? value);
}

/** A bound socket that goes to the child, which listens with it. */
async function send({ module, execArgv }: Pair, options: object = {}): Promise<unknown> {
  const child = module.fork(fixture('handle-answer.js'), [], { ...options, execArgv: [...execArgv] });
  const bound = new Bound({ host: '127.0.0.1' });
  const { port } = bound.address() as AddressInfo;
  const reported = event(child, 'message');
  child.send('a bound socket', bound as never);
  const left = thrownBy(() => bound.address());
  const [message] = await reported;
  const answer = await ask(port, 'a line');
  const closed = event(child, 'close');
  child.send('close');
  await closed;
  return { message, answer, left };
}

/** A bound socket that comes from the child. */
async function receive({ module, execArgv }: Pair, options: object = {}): Promise<unknown> {
  const child = module.fork(fixture('handle-send.js'), [], { ...options, execArgv: [...execArgv] });
  const received = event(child, 'message');
  const closed = event(child, 'close');
  child.send('bound');
  const [message, handle] = await received;
  const bound = handle as BoundSocket;
  const { port } = bound.address() as AddressInfo;
  const server = createServer((socket) => socket.end('parent')).listen(bound as never);
  const answer = await ask(port, 'a line');
  server.close();
  child.send('exit', () => {});
  await closed;
  return { message, type: bound.constructor.name, answer };
}

for (const [name, pair] of Object.entries(PAIRS)) {
  test(`a bound socket goes to the child as with Node's own channel: ${name}`, async (t) => {
    t.deepEqual(await send(pair), await send(ORACLE));
  });

  test(`a bound socket comes from the child as with Node's own channel: ${name}`, async (t) => {
    t.deepEqual(await receive(pair), await receive(ORACLE));
  });
}

test("a bound socket moves with serialization: 'advanced', too", async (t) => {
  const options = { serialization: 'advanced' };
  const results = await sameAsNode(t, async (module) => {
    const pair = { module, execArgv: [] };
    return [await send(pair, options), await receive(pair, options)];
  });
  t.deepEqual(withCodes(results), [
    {
      message: { message: 'a bound socket', type: 'BoundSocket' },
      answer: 'bound socket in the child got a line',
      left: 'ERR_SOCKET_HANDLE_ADOPTED',
    },
    { message: 'a bound socket', type: 'BoundSocket', answer: 'parent' },
  ]);
});

test('a bound socket that is closed or in use, and one of a path, are refused at the call', async (t) => {
  const results = await sameAsNode(t, async ({ fork }: Module) => {
    const child = fork(fixture('handle-answer.js'));
    const refusal = (bound: BoundSocket) => thrownBy(() => child.send('refused', bound as never));
    const closed = new Bound({});
    closed.close();
    const used = new Bound({ host: '127.0.0.1' });
    const server = createServer().listen(used as never);
    const ofPath = new Bound({ path: `\0rt-std-${process.pid}` });
    const refused = [refusal(closed), refusal(used), refusal(ofPath), typeof ofPath.address()];
    ofPath.close();
    server.close();
    const reported = event(child, 'message');
    const exited = event(child, 'close');
    child.send('close');
    await exited;
    return [refused, (await reported)[0]];
  });
  const inUse = 'ERR_WORKER_HANDLE_NOT_TRANSFERABLE';
  t.deepEqual(withCodes(results), [
    [inUse, inUse, 'ERR_INVALID_HANDLE_TYPE', 'string'],
    { message: 'close', type: 'none' },
  ]);
});

test('a bound socket that is sent leaves no descriptor here, whatever keepOpen says', async (t) => {
  const child = ours.fork(fixture('handle-answer.js'));
  const sent: string[] = [];
  for (const keepOpen of [false, true]) {
    const bound = new Bound({ host: '127.0.0.1' });
    sent.push(linkOf(String(bound.fd())));
    const reported = event(child, 'message');
    child.send('a bound socket', bound as never, { keepOpen });
    await reported;
  }
  t.true(new Set(sent).size === 2 && sent.every((socket) => socket.startsWith('socket:')));
  const closed = event(child, 'close');
  child.send('close');
  await closed;
  const open = readdirSync('/proc/self/fd').map(linkOf);
  t.deepEqual(
    open.filter((link) => sent.includes(link)),
    [],
  );
});
