import { join } from 'node:path';
import test from 'ava';
import { PACKAGE, ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';

const FILES = {
  // Its first output says what is loaded before there is traffic, the second what is after.
  'child.js': `
    // The first process after a build keeps code, too.
    const loaded = Object.keys(require.cache).filter((path) => path !== __filename && !path.endsWith('kept-code.js'));
    const isNodes = () => process[Object.getOwnPropertySymbols(process).find(({ description }) => description === 'kChannelHandle')] !== null;
    console.log(JSON.stringify({ loaded: loaded.length, nodes: isNodes() }));
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
    process.on('message', (message) => process.send([message.length, isNodes()], () => message === 'third' && process.disconnect()));
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
    const all = [];
    try { for (;;) all.push(openSync('/dev/null')); } catch {}
    if (process.argv[2] === 'sends') process.send('ready');
    process.on('message', (message) => {
      for (const descriptor of all.splice(0)) closeSync(descriptor);
      process.send(message);
      if (message === 'third') process.disconnect();
    });
  `,
  'without-addons.js': `
    const { fork } = require('node:child_process');
    const child = fork('./echoes.js', { execArgv: [...process.execArgv, '--no-addons'], serialization: process.argv[2] });
    child.on('message', (message) => {
      console.log(JSON.stringify(message));
      if (message[0] === 300000) child.send('third');
    });
    child.send('first');
    child.send('x'.repeat(300000));
    child.on('exit', (...values) => console.log(JSON.stringify(values)));
  `,
  'parent.js': `
    const child = require('node:child_process').fork(process.argv[2], process.argv.slice(3));
    const messages = ['first', 'second', 'third'];
    const next = () => messages.length > 0 && child.connected && child.send(messages.shift(), () => setTimeout(next, 50));
    child.on('error', () => {});
    child.on('message', (message) => {
      if (message === 'ready') next();
      else console.log(JSON.stringify(message));
    });
    if (process.argv[3] === 'listens') next();
    child.on('exit', (...values) => console.log(JSON.stringify(values)));
  `,
};

const PRELOADS = ['override', 'register'].map((name) => join(PACKAGE, 'dist', name, 'index.js'));

for (const way of ['does nothing', 'sends', 'listens']) {
  (IS_NODE ? test : test.skip)(`the channel of a forked child that ${way}`, (t) => {
    const folder = new ProgramFolder(FILES);
    for (const preload of PRELOADS) {
      const { stdout } = folder.node(['--require', preload, 'parent.js', './child.js', way]);
      const [before, after] = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
      // The preload.
      t.deepEqual(before, { loaded: 1, nodes: true }, preload);
      if (way !== 'does nothing') t.deepEqual(after, { nodes: false }, preload);
    }
    folder.remove();
  });
}

(IS_NODE ? test : test.skip)('what a forked child sees of its channel is as with Node', (t) => {
  const folder = new ProgramFolder(FILES);
  const expected = folder.node(['parent.js', './sees.js']);
  for (const preload of PRELOADS) {
    const { stdout, stderr } = folder.node(['--require', preload, 'parent.js', './sees.js']);
    t.deepEqual({ stdout, stderr }, { stdout: expected.stdout, stderr: expected.stderr }, preload);
  }
  folder.remove();
});

for (const way of ['channel', 'neither']) {
  (IS_NODE ? test : test.skip)(`references that were counted before there was traffic are counted on: ${way}`, (t) => {
    const folder = new ProgramFolder(FILES);
    // Two processes write.
    const lines = (...args: string[]) =>
      folder
        .node([...args, 'parent.js', './counts.js', way])
        .stdout.split('\n')
        .sort();
    const expected = lines();
    t.true(expected.includes('[0,null]'), expected.join());
    for (const preload of PRELOADS) t.deepEqual(lines('--require', preload), expected, preload);
    folder.remove();
  });
}

for (const way of ['listens', 'sends']) {
  (IS_NODE ? test : test.skip)(`a forked child that can open no file goes on with Node's end: ${way}`, (t) => {
    const folder = new ProgramFolder(FILES);
    const lines = (...args: string[]) => folder.node([...args, 'parent.js', './full.js', way]).stdout;
    const expected = lines();
    t.true(expected.includes('third'), expected);
    for (const preload of PRELOADS) t.is(lines('--require', preload), expected, preload);
    folder.remove();
  });
}

for (const serialization of ['json', 'advanced']) {
  (IS_NODE ? test : test.skip)(`without an addon a forked child goes on with Node's end: ${serialization}`, (t) => {
    const folder = new ProgramFolder(FILES);
    for (const preload of PRELOADS) {
      const { stdout } = folder.node(['--require', preload, 'without-addons.js', serialization]);
      t.is(stdout, '[5,true]\n[300000,true]\n[5,true]\n[0,null]\n', preload);
    }
    folder.remove();
  });
}
