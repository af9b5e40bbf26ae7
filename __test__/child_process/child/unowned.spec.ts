import { readFileSync } from 'node:fs';
import ava from 'ava';
import { runWithBoth } from '../../support/both-programs';
import { ours } from '../../support/modules';
import { IS_WINDOWS } from '../../support/portable';
import { ProgramFolder } from '../../support/program';
import { testWhere } from '../../support/test-where';

/** One after the other: they look at the children of this process. */
const test = ava.serial;

/** The children of this process that run. */
function children(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
}

const CALLS: Record<string, () => unknown> = {
  'a signal that is none': () => ours.spawn('sleep', ['100'], { signal: { aborted: false } as AbortSignal }),
  'a signal whose methods throw': () => {
    const signal = {
      aborted: false,
      addEventListener() {
        throw new TypeError('no');
      },
    };
    return ours.execFile('sleep', ['100'], { signal: signal as never });
  },
  'a signal with a getter that throws': () => {
    const signal = {
      get aborted() {
        throw new TypeError('no');
      },
    };
    return ours.spawn('sleep', ['100'], { signal: signal as never });
  },
};

/** A test that looks at /proc. */
const testOnLinux = testWhere(!IS_WINDOWS, 'it looks at /proc', test);

for (const [title, call] of Object.entries(CALLS)) {
  testOnLinux(`${title}: the call throws, and no process goes on that nobody has`, async (t) => {
    const before = children();
    t.throws(call, { instanceOf: TypeError });
    for (let turn = 0; turn < 100 && children().length > before.length; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    t.deepEqual(children(), before);
  });
}

/** A fork before the code of channels can be loaded, then one that works. */
const FORK_WITHOUT_CHANNELS = `
  const Module = require('node:module');
  const { readdirSync, readFileSync } = require('node:fs');
  const { execFile, fork } = require('rt-std/child_process');
  const descriptors = () => readdirSync('/proc/self/fd').length;
  const children = () => readFileSync(\`/proc/self/task/\${process.pid}/children\`, 'utf8').trim();
  const load = Module._load;
  // What is opened with the first child and the first stream, and kept.
  process.stdin.unref?.();
  execFile('true', () => {
    const before = descriptors();
    const afterEnds = (call, turns = 100) => {
      if (turns === 0 || (children() === '' && descriptors() === before)) call();
      else setTimeout(afterEnds, 20, call, turns - 1);
    };
    Module._load = function (id) {
      if (id.endsWith('/channels') || id.endsWith('/channels.js')) throw new Error('not to be loaded');
      return load.apply(this, arguments);
    };
    try { fork('child.js'); } catch (error) { console.log(error.message); }
    Module._load = load;
    afterEnds(() => {
      console.log(children(), descriptors() - before);
      fork('child.js').on('message', (message) => console.log(message));
    });
  });
`;

testOnLinux('a channel whose code cannot be loaded: the call throws, nothing goes on or stays open', (t) => {
  const folder = new ProgramFolder({ 'main.js': FORK_WITHOUT_CHANNELS, 'child.js': "process.send('sent');" });
  t.teardown(() => folder.remove());
  // Channels of Node's module have no code of ours; and kept code is not loaded by Node.
  const environment = { RT_STD_BACKEND: undefined, RT_STD_DISABLE: 'code-cache' };
  const { stdout, stderr } = folder.node(['main.js'], environment);
  t.deepEqual([stdout, stderr], ['not to be loaded\n 0\nsent\n', '']);
});

test("a stream of 'stdio' whose methods throw: as with Node's module the call throws, and the program ends", (t) => {
  const script = `
    const { createServer, connect } = require('node:net');
    const server = createServer().listen(0, () => {
      const socket = connect(server.address().port, () => {
        socket.pause = () => { throw new TypeError('pause'); };
        try { childProcess.spawn('sleep', ['1'], { stdio: ['pipe', 'pipe', socket] }); } catch (error) { console.log(error.message); }
        socket.destroy();
        server.close();
      });
    });
    server.on('connection', (socket) => socket.on('error', () => {}).resume());
  `;
  const { ours: mine, theirs } = runWithBoth(script);
  t.deepEqual({ ...mine, stderr: '' }, { ...theirs, stderr: '' });
});
