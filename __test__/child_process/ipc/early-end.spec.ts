import { join } from 'node:path';
import { theirs } from '../../support/modules';
import { IS_WINDOWS } from '../../support/portable';
import { PACKAGE } from '../../support/program';
import type { Module } from '../../support/recorder';
import { IS_NODE, sameAsNode } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';

const test = testWhere(IS_NODE && !IS_WINDOWS, 'a child keeps its own end of the channel here');

const OVERRIDE = join(PACKAGE, 'dist', 'override', 'index.js');

/** What a child does that finds messages and the end of its channel together. */
const CHILDREN: Record<string, { program: string; expected?: string; messages?: number }> = {
  'disconnects at its message': {
    program: `process.once('message', (message) => { process.disconnect(); write('done', message); });`,
    expected: 'done 1;',
    messages: 1,
  },
  'lets go of its channel at its first message': {
    program: `process.once('message', (message) => { process.channel.unref(); write('done', message); });`,
    expected: 'done 1;',
  },
  'looks whether it is connected': {
    program: `process.on('message', (message) => write(message, process.connected, process.channel !== null));`,
    expected: '1 true true;2 true true;3 true true;',
  },
  'goes on in ticks and promises, and exits with its channel': {
    program: `
      process.on('disconnect', () => { write('disconnect'); process.exit(); });
      process.on('message', async (message) => {
        await null;
        write('microtask', message);
        process.nextTick(() => write('tick', message));
      });
    `,
    expected: 'microtask 1;microtask 2;microtask 3;tick 1;tick 2;tick 3;disconnect;',
  },
  'awaits one message after the other': {
    program: `
      const { once } = require('node:events');
      (async () => {
        for (let count = 0; count < 2; count++) write(...await once(process, 'message'));
      })();
    `,
  },
  'is busy at its start': {
    program: `
      process.on('message', (message) => write(message, process.connected));
      process.on('disconnect', () => write('disconnect'));
      for (const end = Date.now() + 300; Date.now() < end;);
    `,
    expected: '1 true;2 true;3 true;disconnect;',
  },
  answers: {
    program: `
      process.on('disconnect', () => write('disconnect'));
      process.once('message', () => write(process.send('answer', (error) => write(error.code, error.syscall))));
    `,
  },
};

/** How a parent that has sent its messages lets go of its child. */
const PARENTS: Record<string, string> = {
  disconnects: 'child.disconnect();',
  exits: 'process.exit();',
  'is killed': `process.kill(process.pid, 'SIGKILL');`,
};

const WRITE = `const write = (...words) => require('node:fs').writeSync(1, words.join(' ') + ';');`;

/** What a child has written whose parent has sent to it, and let go of it before it reads. */
function written(module: Module, program: string, parent: string, sends: string): Promise<string> {
  const preload = module === theirs ? '--no-warnings' : `--require=${OVERRIDE}`;
  // Node's own module: the parent's end is not what is compared.
  const source = `
    const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(preload)}, '-e', ${JSON.stringify(WRITE + program)}], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const letGo = () => { ${parent} };
    ${sends}
  `;
  const spawned = theirs.spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve) => {
    let text = '';
    for (const stream of [spawned.stdout, spawned.stderr]) stream?.on('data', (data) => (text += data));
    spawned.on('close', () => resolve(text));
  });
}

for (const [what, { program, expected, messages = 3 }] of Object.entries(CHILDREN)) {
  for (const [how, parent] of Object.entries(PARENTS)) {
    test(`a child that ${what}, whose parent ${how}`, async (t) => {
      const sends = `for (let number = 1; number <= ${messages}; number++) child.send(number); letGo();`;
      const text = await sameAsNode(t, (module) => written(module, program, parent, sends));
      if (expected) t.is(text, expected);
    });
  }
}

for (const how of ['exits', 'is killed']) {
  test(`a child gets a server whose parent ${how}, and then the end`, async (t) => {
    const program = `
      process.on('message', (message, server) => { write(message, server.listening); server.close(); });
      process.on('disconnect', () => { write('disconnect'); process.exit(); });
    `;
    const sends = `const server = require('node:net').createServer().listen(0, () => { child.send('server', server); setImmediate(letGo); });`;
    const text = await sameAsNode(t, (module) => written(module, program, PARENTS[how] as string, sends));
    t.is(text, 'server true;disconnect;');
  });
}
