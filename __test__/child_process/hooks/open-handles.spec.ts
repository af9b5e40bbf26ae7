import { runWithBoth } from '../../support/both-programs';
import { IS_NODE } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';

/** Elsewhere, async_hooks see none of the resources. */
const testOnNode = testWhere(IS_NODE, 'this is not Node');

/** What `jest --detectOpenHandles` does to find what keeps a program from ending. */
const COLLECTOR = `
  const { createHook } = require('node:async_hooks');
  const handles = new Map();
  const hook = createHook({
    init(id, type, _, resource) {
      if (/^(PROCESSWRAP|PIPEWRAP|CHILDPROCESSCHANNEL|RTSTDADDON)$/.test(type)) {
        handles.set(id, 'hasRef' in resource ? () => resource.hasRef() : () => true);
      }
    },
    destroy: (id) => handles.delete(id),
  }).enable();
  const countOpen = () => [...handles.values()].filter((isOpen) => isOpen()).length;
  const node = process.execPath;
  const forever = 'setInterval(() => {}, 1_000)';
  const later = (call) => setTimeout(call, 200);
`;

const SCENARIOS = {
  'a child that has ended': "childProcess.execFile(node, ['-v'], () => later(end));",
  'a forked child that has ended':
    "childProcess.fork('-v', { execArgv: ['-p', '1'], silent: true }).on('close', () => later(end));",
  'a child that is not waited for': `
    const child = childProcess.spawn(node, ['-e', forever], { stdio: 'ignore', detached: true });
    child.unref();
    later(() => { end(); child.kill(); });
  `,
  'a child that is not waited for, with a channel': `
    const child = childProcess.spawn(node, ['-e', forever], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.unref();
    child.channel.unref();
    later(() => { end(); child.kill(); });
  `,
};

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  testOnNode(`no more is open for async_hooks than with Node of ${name}`, (t) => {
    const { ours, theirs } = runWithBoth(
      `${COLLECTOR} const end = () => { console.log(countOpen()); hook.disable(); }; ${scenario}`,
    );
    // Node leaves the input of a child open that nobody has ended.
    t.regex(theirs.stdout, /^[01]\n$/);
    t.regex(ours.stdout, /^[01]\n$/);
    t.true(Number(ours.stdout) <= Number(theirs.stdout));
    t.is(ours.stderr, theirs.stderr);
  });
}

testOnNode('a running child and its channel are open for async_hooks', (t) => {
  for (const stdio of ["'ignore'", "['pipe', 'ignore', 'ignore']", "['ignore', 'ignore', 'ignore', 'ipc']"]) {
    const { ours, theirs } = runWithBoth(`${COLLECTOR}
      const child = childProcess.spawn(node, ['-e', forever], { stdio: ${stdio} });
      later(() => { console.log(countOpen()); hook.disable(); child.kill(); });`);
    t.regex(theirs.stdout, /^[12]\n$/);
    t.deepEqual([ours.stdout, ours.stderr], [theirs.stdout, theirs.stderr], stdio);
  }
});

/** What the program does not hear of before it ends: the end of a child, and a message. */
const UNHEARD = {
  'a child has ended': "childProcess.spawn(node, ['-v'], { stdio: 'ignore' }).unref();",
  'a message has come': `
    const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
    const child = childProcess.spawn(node, ['-e', "process.send('text'); process.on('message', () => {})"], { stdio });
    child.on('message', () => {});
    child.unref();
    child.channel.unref();
  `,
};

for (const [name, unheard] of Object.entries(UNHEARD)) {
  const program = `
    const node = process.execPath;
    const { AsyncLocalStorage, createHook } = require('node:async_hooks');
    createHook({ init() {} }).enable();
    new AsyncLocalStorage().run({}, () => {
      ${unheard}
      for (const end = Date.now() + 400; Date.now() < end; );
    });
  `;

  testOnNode(`a program with async_hooks ends as with Node where ${name} by then`, (t) => {
    const { ours, theirs } = runWithBoth(program);
    t.deepEqual([theirs.status, theirs.stderr], [0, '']);
    t.deepEqual([ours.status, ours.stderr], [0, '']);
  });

  testOnNode(`a worker with async_hooks ends as with Node where ${name} by then`, (t) => {
    const ends = ['', 'process.exit();'];
    const { ours, theirs } = runWithBoth(
      `
      const { Worker } = require('node:worker_threads');
      for (const end of ${JSON.stringify(ends)}) {
        const text = "const childProcess = require('" + SPECIFIER + "');" + ${JSON.stringify(program)} + end;
        new Worker(text, { eval: true });
      }
    `.replace('SPECIFIER', "(childProcess === require('node:child_process') ? 'node:' : 'rt-std/') + 'child_process'"),
    );
    t.deepEqual([theirs.status, theirs.stderr], [0, '']);
    t.deepEqual([ours.status, ours.stderr], [0, '']);
  });
}
