import net from 'node:net';
import { ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

const canMove = IS_NODE && '_TransferredBoundSocket' in net;
const test = testWhere(canMove, 'this runtime has no bound sockets that can be sent');

const PARENT = `
  const { backend } = require('rt-std/backend');
  const { fork } = require('rt-std/child_process');
  const child = fork('child.js');
  child.on('message', (text, handle) => {
    console.log(backend.child_process, text, handle?.constructor.name, typeof handle?.address().port);
    handle?.close();
    child.disconnect();
  });
`;

const SENDS_ONE = `process.send('sent', new (require('node:net').BoundSocket)({ host: '127.0.0.1' }));`;

/** Writes a message of Node's protocol that announces one, and sends a datagram socket with it. */
const SENDS_ANOTHER = `
  const symbolOf = (object, text) => Object.getOwnPropertySymbols(object).find((one) => String(one).includes(text));
  const { WriteWrap } = process.binding('stream_wrap');
  const socket = require('node:dgram').createSocket('udp4').bind(0, '127.0.0.1', () => {
    const { handle } = socket[symbolOf(socket, 'state symbol')];
    const frame = JSON.stringify({ cmd: 'NODE_HANDLE', type: 'net.BoundSocket', msg: 'sent' }) + '\\n';
    // As if it had been sent by process.send(): the answer ends the wait of what is in this list.
    process._handleQueue = [];
    process[symbolOf(process, 'kChannelHandle')].writeUtf8String(new WriteWrap(), frame, handle);
    socket.unref();
  });
  process.on('message', () => {});
`;

/** What the parent prints, by Node's module. */
function run(child: string): string {
  const folder = new ProgramFolder({ 'parent.js': PARENT, 'child.js': child });
  try {
    const { stdout, stderr } = folder.node(['--no-warnings', 'parent.js'], { RT_STD_BACKEND: 'node' });
    return stdout + stderr;
  } finally {
    folder.remove();
  }
}

test('a bound socket arrives where Node’s own module starts processes', (t) => {
  t.is(run(SENDS_ONE), 'node sent BoundSocket number\n');
});

test('what is announced as a bound socket and is none arrives without it, there too', (t) => {
  t.is(run(SENDS_ANOTHER), 'node sent undefined undefined\n');
});
