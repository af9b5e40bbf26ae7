/** Handles in Bun and Deno, whose sockets have no handles of Node's kind. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ours } from '../../support/modules';
import { fixture, ProgramFolder } from '../../support/program';
import { thrownBy } from '../../support/recorder';
import { IS_NODE } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';
import { event } from './both-modules';

const testElsewhere = testWhere(!IS_NODE, 'Node can send handles');
/** An unmodified child of Node, which can. */
const NODE = { execPath: 'node', execArgv: [] };

testElsewhere('send() refuses a socket, a server and a UDP socket, and what is sent next arrives', async (t) => {
  const child = ours.fork(fixture('ipc-echo.js'), NODE);
  const answered = event(child, 'message');
  const server = createServer().listen(0);
  const datagrams = createSocket('udp4').bind(0);
  await Promise.all([once(server, 'listening'), once(datagrams, 'listening')]);
  for (const handle of [server, datagrams]) {
    t.like(
      thrownBy(() => child.send('with a handle', handle)),
      { code: 'ERR_INVALID_HANDLE_TYPE' },
    );
  }
  child.send('without');
  t.is((await answered)[0], 'without');
  server.close();
  datagrams.close();
  child.disconnect();
  await event(child, 'close');
});

testElsewhere('a message that comes with a handle is delivered without, and the handle is closed', async (t) => {
  const folder = new ProgramFolder({
    'child.js': `
      const server = require('node:net').createServer((socket) => {
        process.send('a socket', socket);
        process.send('a server', server, () => server.close());
        process.send('none');
      });
      server.listen(0, () => {
        const client = require('node:net').connect(server.address().port);
        client.resume().on('error', () => {}).on('close', () => process.send('the connection has ended'));
      });
      const datagrams = require('node:dgram').createSocket('udp4');
      datagrams.bind(0, () => process.send('a UDP socket', datagrams, () => datagrams.close()));`,
  });
  t.teardown(() => folder.remove());
  const child = ours.fork(`${folder.path}/child.js`, { ...NODE, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const received: unknown[][] = [];
  let errors = '';
  child.stderr?.on('data', (data) => {
    errors += data;
  });
  await new Promise<void>((resolve) => {
    child.on('message', (message, handle) => {
      received.push([message, handle]);
      if (received.length === 5) resolve();
    });
  });
  child.disconnect();
  await event(child, 'close');
  const expected = ['a UDP socket', 'a server', 'a socket', 'none', 'the connection has ended'];
  t.deepEqual(
    received.sort(),
    expected.map((message) => [message, undefined]),
  );
  t.is(errors, '');
});
