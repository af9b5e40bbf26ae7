import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { testButOnWindows } from '../support/portable';
import { PACKAGE, ProgramFolder } from '../support/program';
import { IS_NODE, testOnNode } from '../support/same-as-node';

const FILES = {
  // Its first output says what is loaded before there is traffic, the second what is after.
  'child.js': `
    // The first process after a build keeps code, too.
    const { basename } = require('path');
    const loaded = Object.keys(require.cache).map((path) => basename(path)).filter((name) => !/^(child|kept-code)\\.js$/.test(name));
    const isNodes = () => process[Object.getOwnPropertySymbols(process).find(({ description }) => description === 'kChannelHandle')] !== null;
    console.log(JSON.stringify({ loaded, nodes: isNodes() }));
    if (process.argv[2] === 'sends') process.send('first', () => report());
    else if (process.argv[2] === 'listens') process.on('message', (message) => message === 'second' && report());
    else process.exit();
    function report() {
      console.log(JSON.stringify({ nodes: isNodes() }));
      process.exit();
    }
  `,
  // What the program sees must not depend on when the ends change.
  'sees.js': `
    const { AsyncLocalStorage } = require('node:async_hooks');
    const storage = new AsyncLocalStorage();
    const seen = [];
    for (const event of ['newListener', 'removeListener']) process.on(event, (name) => seen.push([event, String(name)]));
    const control = process.channel;
    for (const name of ['send', '_send']) {
      const original = process[name];
      process[name] = function (...args) {
        seen.push(name);
        return original.apply(this, args);
      };
    }
    process.on('message', (message) => {
      seen.push(['message', message, storage.getStore() ?? null]);
      if (message === 'third') {
        control.unref();
        control.ref();
        control.unref();
        process.send(seen);
      }
    });
    storage.run('of the program', () => process.send('ready', () => seen.push(['sent', storage.getStore()])));
    seen.push(['listeners', process.listenerCount('newListener'), process.listenerCount('removeListener'), process.listenerCount('internalMessage')]);
  `,
  'echoes.js': `
    process.on('message', (message) => process.send([message.length, isNodes()]));
    const isNodes = () => process[Object.getOwnPropertySymbols(process).find(({ description }) => description === 'kChannelHandle')] !== null;
  `,
  // What keeps a child alive is counted on, whatever object the program took out when.
  'counts.js': `
    setTimeout(() => process.exit(9), 5000).unref();
    const before = process.channel;
    // Up to Node 22.
    before.on('unref', () => console.log('unref'));
    before.refCounted();
    process.channel.refCounted();
    process.once('message', () => {});
    process.send([process.argv[2], 'sent'], () => {
      process.removeAllListeners('message');
      process[process.argv[2]]?.unrefCounted();
      before.unrefCounted();
      if (process.argv[2] === 'neither') process.channel.unrefCounted();
    });
  `,
  // At the first traffic no file can be opened.
  'full.js': `
    const { closeSync, openSync } = require('node:fs');
    const { devNull } = require('node:os');
    const all = [];
    try { for (;;) all.push(openSync(devNull)); } catch {}
    if (process.argv[2] === 'sends') process.send('ready');
    process.on('message', (message) => {
      for (const descriptor of all.splice(0)) closeSync(descriptor);
      process.send(message);
    });
  `,
  'without-addons.js': `
    const { fork } = require('node:child_process');
    const child = fork('./echoes.js', { execArgv: [...process.execArgv, '--no-addons'], serialization: process.argv[2] });
    let answers = 0;
    child.on('message', (message) => {
      console.log(JSON.stringify(message));
      answers += 1;
      if (answers === 2) child.send('third');
      if (answers === 3) child.disconnect();
    });
    child.send('first');
    child.send('x'.repeat(300000));
    child.on('exit', (...values) => console.log(JSON.stringify(values)));
  `,
  // What has come is read in the turn of the loop in which Node reads it.
  'leaves.js': `
    const { writeSync } = require('node:fs');
    process.on('message', (message) => writeSync(1, JSON.stringify(message) + '\\n'));
    process.on('disconnect', () => writeSync(1, 'disconnect\\n'));
    setImmediate(() => process.argv[2] === 'exits' ? process.exit() : process.disconnect());
    // Until all has come.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  `,
  'writes.js': `
    const child = require('node:child_process').fork('./leaves.js', [process.argv[2]]);
    for (let number = 0; number < 5; number++) child.send({ number });
    child.on('error', () => {});
    child.on('exit', (...values) => console.log(JSON.stringify(values)));
  `,
  // Its first message is sent when nothing is left to do.
  'says-last.js': `
    let count = 0;
    process.on('beforeExit', () => process.send(['beforeExit', ++count]));
  `,
  // What programs hold of the channel stays what it is.
  'holds.js': `
    const control = process.channel;
    const { fd } = control;
    if (process.argv[2] === 'frozen') Object.freeze(control);
    const names = (control) => [control, Reflect.ownKeys(control).map(String)];
    const before = require('node:util').inspect(names(control));
    process.on('message', () => {});
    const whileListening = process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length;
    const pipe = process._getActiveHandles().find(({ constructor, fd }) => constructor.name === 'Pipe' && fd === control.fd);
    process.send('ready', () => {
      const seen = {
        same: process.channel === control,
        likeBefore: require('node:util').inspect(names(process.channel)) === before,
        fd: process.channel.fd === fd,
        whileListening,
        after: process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length,
        samePipe: pipe !== undefined && process._getActiveHandles().includes(pipe),
      };
      control.unref();
      seen.unreferenced = process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length;
      control.ref();
      process.send(seen, () => {
        process.once('disconnect', () => console.log(control.fd, process.channel ?? 'none'));
        process.disconnect();
      });
    });
  `,
  'parent.js': `
    const child = require('node:child_process').fork(process.argv[2], process.argv.slice(3));
    const messages = ['first', 'second', 'third'];
    const next = () => messages.length > 0 && child.connected && child.send(messages.shift(), () => setTimeout(next, 50));
    child.on('error', () => {});
    child.on('message', (message) => {
      if (message === 'ready') next();
      else console.log(JSON.stringify(message));
      // By this end: on Windows Node may lose what the other one has sent before.
      if (message === 'third') child.disconnect();
    });
    if (process.argv[3] === 'listens') next();
    child.on('exit', (...values) => console.log(JSON.stringify(values)));
  `,
};

const PRELOADS = ['override', 'register'].map((name) => join(PACKAGE, 'dist', name, 'index.js'));

/**
 * What a program prints is with each preload what it is without.
 *
 * @param part - what it must print, so that there is something to compare
 */
function samePrinted(t: ExecutionContext, program: string[], part: string, order = (text: string) => text): void {
  const folder = new ProgramFolder(FILES);
  const printed = (...args: string[]) => order(folder.node([...args, ...program]).stdout);
  const expected = printed();
  t.true(expected.includes(part), expected);
  for (const preload of PRELOADS) t.is(printed('--require', preload), expected, preload);
  folder.remove();
}

/** The same where two processes write, each in its order. */
function sameLines(t: ExecutionContext, program: string[], part: string): void {
  samePrinted(t, program, part, (text) => text.split('\n').sort().join('\n'));
}

for (const way of ['does nothing', 'sends', 'listens']) {
  testOnNode(`the channel of a forked child that ${way}`, (t) => {
    const folder = new ProgramFolder(FILES);
    for (const preload of PRELOADS) {
      const { stdout } = folder.node(['--require', preload, 'parent.js', './child.js', way]);
      const [before, after] = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
      // The preload, and what forked children need besides.
      t.deepEqual(before, { loaded: ['index.js', 'forked-child.js'], nodes: true }, preload);
      // With little traffic ours is left out where both ends are ours: `late-channel.spec.ts`.
      if (way !== 'does nothing') t.deepEqual(after, { nodes: preload.includes('override') }, preload);
    }
    folder.remove();
  });
}

testOnNode('what a forked child sees of its channel is as with Node', (t) => {
  const folder = new ProgramFolder(FILES);
  const expected = folder.node(['parent.js', './sees.js']);
  t.true(expected.stdout.includes('third'), expected.stdout);
  for (const preload of PRELOADS) {
    const { stdout, stderr } = folder.node(['--require', preload, 'parent.js', './sees.js']);
    t.deepEqual({ stdout, stderr }, { stdout: expected.stdout, stderr: expected.stderr }, preload);
  }
  folder.remove();
});

for (const way of ['channel', 'neither']) {
  testOnNode(`references that were counted before there was traffic are counted on: ${way}`, (t) => {
    sameLines(t, ['parent.js', './counts.js', way], '[0,null]');
  });
}

for (const way of ['listens', 'sends']) {
  testOnNode(`a forked child that can open no file goes on with Node's end: ${way}`, (t) => {
    samePrinted(t, ['parent.js', './full.js', way], 'third');
  });
}

for (const serialization of ['json', 'advanced']) {
  testOnNode(`without an addon a forked child goes on with Node's end: ${serialization}`, (t) => {
    const folder = new ProgramFolder(FILES);
    for (const preload of PRELOADS) {
      const { stdout } = folder.node(['--require', preload, 'without-addons.js', serialization]);
      t.is(stdout, '[5,true]\n[300000,true]\n[5,true]\n[0,null]\n', preload);
    }
    folder.remove();
  });
}

/** Node's end there has fewer messages by then. */
function testOfChange(title: string, implementation: (t: ExecutionContext) => void): void {
  if (IS_NODE) testButOnWindows(title, "a forked child keeps Node's end", implementation);
  else testOnNode(title, implementation);
}

for (const way of ['exits', 'disconnects']) {
  testOfChange(`a forked child that ${way} in its first immediate has what came before`, (t) => {
    samePrinted(t, ['writes.js', way], '{"number":4}');
  });
}

testOfChange("a forked child that first sends in 'beforeExit' sends once", (t) => {
  const folder = new ProgramFolder(FILES);
  const expected = folder.node(['parent.js', './says-last.js']).stdout;
  t.is(expected, '["beforeExit",1]\n[0,null]\n');
  for (const preload of PRELOADS) {
    t.is(folder.node(['--require', preload, 'parent.js', './says-last.js']).stdout, expected, preload);
  }
  folder.remove();
});

for (const way of ['plain', 'frozen']) {
  testOnNode(`\`process.channel\` of a forked child stays the same object: ${way}`, (t) => {
    sameLines(t, ['parent.js', './holds.js', way], '"same":true');
  });
}
