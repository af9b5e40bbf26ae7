import { createServer, type Socket } from 'node:net';
import test from 'ava';
import { fixture } from '../../../support/program';
import { event } from '../both-modules';
import { ORACLE, PAIRS, type Pair } from '../own-channel-pairs';
import { ask, listen } from './connections';

/** A connection that the child gets from its parent, and answers. */
async function send({ module, execArgv }: Pair): Promise<unknown> {
  const child = module.fork(fixture('handle-answer.js'), [], { execArgv: [...execArgv] });
  const server = createServer({ pauseOnConnect: true }, (socket) => child.send('a socket', socket));
  const port = await listen(server);
  const reported = event(child, 'message');
  const answer = await ask(port, 'a line');
  server.close();
  const exited = event(child, 'exit');
  child.send('close');
  await exited;
  return { answer, reported: await reported };
}

/** A connection that the parent gets from its child, and answers. */
async function receive({ module, execArgv }: Pair): Promise<unknown> {
  const child = module.fork(fixture('handle-send.js'), [], { execArgv: [...execArgv] });
  const exited = event(child, 'exit');
  const received = event(child, 'message');
  child.send('socket');
  const [message, handle] = await received;
  const reported = event(child, 'message');
  const socket = handle as Socket;
  socket.once('data', (line) => socket.end(`parent got ${String(line).trim()}`));
  return { message, reported: await reported, exited: await exited };
}

for (const [name, pair] of Object.entries(PAIRS)) {
  test(`a connection goes to the child as with Node's own channel: ${name}`, async (t) => {
    t.deepEqual(await send(pair), await send(ORACLE));
  });

  test(`a connection comes from the child as with Node's own channel: ${name}`, async (t) => {
    t.deepEqual(await receive(pair), await receive(ORACLE));
  });
}
