import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import ava from 'ava';
import { runWithBoth } from '../../support/both-programs';
import { ours, theirs } from '../../support/modules';
import { type Command, IS_WINDOWS } from '../../support/portable';
import type { Module } from '../../support/recorder';
import { IS_NODE, sameAsNode } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';

/** One after the other: they block the event loop. */
const test = ava.serial;

/** A program that ends at once with a code. */
const ends = (code: number): Command =>
  IS_WINDOWS ? ['cmd', ['/d', '/c', `exit ${code}`]] : ['sh', ['-c', `exit ${code}`]];

/** Lets the event loop find all at once that comes in the next moments. */
function blockLoop(): void {
  theirs.spawnSync('sleep', ['0.2']);
}

async function connection(): Promise<[Socket, Socket]> {
  const server = createServer();
  const accepted = once(server.listen(0), 'connection');
  const client = connect((server.address() as { port: number }).port);
  const [[socket]] = await Promise.all([accepted, once(client, 'connect')]);
  server.close();
  return [client, socket as Socket];
}

test("'exit' comes behind what the event loop has found with it, and before immediates", async (t) => {
  await sameAsNode(t, async (module: Module) => {
    const [client, socket] = await connection();
    const seen: string[] = [];
    socket.on('data', () => {
      seen.push('data');
      setImmediate(() => seen.push('immediate'));
      process.nextTick(() => seen.push('tick'));
    });
    const child = module.spawn('true', { stdio: 'ignore' });
    child.on('exit', () => {
      seen.push('exit');
      process.nextTick(() => seen.push('tick of exit'));
    });
    client.write('x');
    blockLoop();
    await once(child, 'close');
    await new Promise(setImmediate);
    client.destroy();
    socket.destroy();
    return seen;
  });
});

test('children that have ended together are each reported, whatever a listener of one does', async (t) => {
  await sameAsNode(t, async (module: Module) => {
    const exits: unknown[] = [];
    const caught: unknown[] = [];
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', (error) => caught.push(error.message));
    const children = [1, 2, 3, 4].map((code) => module.spawn(...ends(code), { stdio: 'ignore' }));
    // Not 'close', which does not come from Node's module when a listener of 'exit' throws.
    const ended = Promise.all(children.map((child) => new Promise((resolve) => child.on('exit', resolve))));
    for (const child of children) {
      child.on('exit', (code) => {
        exits.push(code);
        module.spawnSync('true');
        throw new Error(`of ${code}`);
      });
    }
    blockLoop();
    await ended;
    await new Promise(setImmediate);
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) process.on('uncaughtException', listener);
    return { exits: exits.sort(), caught: caught.sort() };
  });
});

const testReading = testWhere(IS_NODE && !IS_WINDOWS, 'Node reads the pipes there', test);

testReading("the end of an output comes before 'exit', when the child has ended with it", async (t) => {
  for (let run = 0; run < 10; run++) {
    const child = ours.spawn('sh', ['-c', 'sleep 0.02; printf "a\\nb"']);
    const seen: string[] = [];
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => seen.push(line));
    child.on('exit', () => seen.push('exit'));
    await once(child, 'close');
    t.deepEqual(seen, ['a', 'b', 'exit']);
  }
});

/** The event loop has nothing to wait for but the child. */
const UNREFERENCED = `
  const child = childProcess.exec('sleep 0.05; echo x', (error, output) => console.log('callback', error, output));
  child.stdout.unref();
  child.stderr.unref();
  child.on('exit', () => console.log('exit')).on('close', () => console.log('close'));
`;

testReading('a program that unreferences the streams gets all events', (t) => {
  for (const disabled of ['', 'late-streams']) {
    const { ours: outcome } = runWithBoth(UNREFERENCED, [], { RT_STD_DISABLE: disabled });
    t.deepEqual(outcome.stdout.split('\n'), ['exit', 'callback null x', '', 'close', ''], disabled);
  }
});
