import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { testButOnWindows } from '../../support/portable';
import { PACKAGE, ProgramFolder } from '../../support/program';
import { IS_NODE, testOnNode } from '../../support/same-as-node';

const OVERRIDE = join(PACKAGE, 'dist', 'override', 'index.js');

/** What both sides do; `log` writes what the other side shall not see. */
interface Scenario {
  readonly title: string;
  readonly child: string;
  /** Besides noting each message, and the end of the child. */
  readonly parent: string;
  /** Why Node's own end does otherwise. */
  readonly unlikeNode?: string;
  /** Whether our end, put in the place of Node's at once, does not see all messages. */
  readonly isUnlikeOff?: boolean;
}

const CHILD = `
  const { writeSync } = require('node:fs');
  const log = (...values) => writeSync(1, JSON.stringify(values) + '\\n');
  const wait = (time) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
  const isLoaded = () => Object.keys(require.cache).some((file) => /[\\\\/]channels\\.js$/.test(file));
`;

const parentProgram = (scenario: string) => `
  const { fork } = require('node:child_process');
  const child = fork('./child.cjs', { silent: true });
  const seen = [];
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (data) => { text += data; });
  child.stderr.pipe(process.stderr);
  child.on('message', (message, handle) => seen.push(handle === undefined ? message : [message, handle.constructor.name]));
  child.on('close', (code, signal) => console.log(JSON.stringify({ seen, code, signal, log: text.split('\\n') })));
  const wait = (time) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
  ${scenario}
`;

/** Sends until the child has ended; sizes around those that decide, in bytes with the newline. */
const SIZES = [1, 16_383, 16_384, 16_385, 32_768, 300_000];

const SCENARIOS: readonly Scenario[] = [
  {
    title: 'many messages in both directions',
    child: `
      let received = 0;
      for (let index = 0; index < 100; index++) process.send(['own', index]);
      process.on('message', (message) => {
        process.send(['answer', message]);
        received += 1;
        if (received === 300) process.disconnect();
      });`,
    parent: 'for (let index = 0; index < 300; index++) child.send(index);',
    unlikeNode: "drops what waits at the child's disconnect",
  },
  {
    title: 'one at a time',
    child: `process.on('message', (message) => { if (message === 200) process.disconnect(); else process.send(message + 1); });`,
    parent: `child.on('message', (message) => child.send(message)); child.send(0);`,
  },
  ...SIZES.map((size) => ({
    title: `a message of ${size} bytes behind short ones`,
    child: `process.on('message', (message) => { process.send(message); if (message === 'end') process.disconnect(); });`,
    parent: `
      child.send('short');
      child.once('message', () => {
        for (const message of ['x'.repeat(${Math.max(0, size - 3)}), 'é'.repeat(${size >> 2}), 'behind', 'end']) child.send(message);
      });`,
    ...(size > 100_000 && { unlikeNode: "drops what waits at the child's disconnect" }),
  })),
  {
    title: 'a message that needs many reads, sent a part at a time',
    child: `
      let count = 0;
      process.on('message', (message) => { process.send([message.length, count++]); if (message === 'end') process.disconnect(); });`,
    parent: `
      for (let index = 0; index < 5; index++) child.send('short');
      child.send('long'.repeat(1e6));
      child.send('end');`,
  },
  {
    title: 'an exit behind messages that nobody reads yet',
    child: `
      for (let index = 0; index < 200; index++) process.send({ index, text: 'x'.repeat(index * 10) });
      process.exit(3);`,
    parent: 'wait(400);',
    unlikeNode: 'loses what waits at an exit',
  },
  {
    title: 'an exit behind as much as is light',
    child: `
      for (let index = 0; index < 60; index++) process.send({ index, text: 'x'.repeat(500) });
      log(isLoaded());
      process.exit(3);`,
    parent: 'wait(400);',
  },
  {
    title: "callbacks, and send()'s result",
    child: `
      let count = 0;
      for (let index = 0; index < 140; index++) {
        log(process.send(index, (error) => log('sent', index, error)));
        Promise.resolve().then(() => log('microtask', index));
      }
      setImmediate(() => process.disconnect());`,
    parent: '',
  },
  {
    title: 'a toJSON that sends, at every count of messages',
    child: `
      let made = 0;
      for (let index = 0; index < 140; index++) {
        process.send({ toJSON() { made += 1; process.send(['inner', index]); return ['outer', index]; } });
      }
      log(made);
      setTimeout(() => process.disconnect(), 200);`,
    parent: '',
  },
  {
    title: 'a toJSON that sends more than is light',
    child: `
      let made = 0;
      const message = { toJSON() { made += 1; process.send('inner'.repeat(10000)); return 'outer'; } };
      process.send('first');
      process.send(message);
      process.send('last');
      log(made);
      setTimeout(() => process.disconnect(), 200);`,
    parent: '',
  },
  {
    title: 'getters and proxies, which are read once',
    child: `
      const seen = [];
      const target = { a: 1, get b() { seen.push('get b'); return 'x'.repeat(2000); } };
      const message = new Proxy(target, {
        get: (object, name) => { seen.push(String(name)); return object[name]; },
        ownKeys: (object) => { seen.push('keys'); return Reflect.ownKeys(object); },
      });
      for (let index = 0; index < 40; index++) {
        process.send(message);
        log(index, seen.splice(0));
      }
      setTimeout(() => process.disconnect(), 200);`,
    parent: '',
  },
  {
    title: 'messages that cannot be serialized',
    child: `
      const circular = {};
      circular.self = circular;
      const all = [circular, 1n, { a: 1n }, () => {}, Symbol('a'), undefined, { toJSON() { throw new RangeError('mine'); } }];
      for (let round = 0; round < 20; round++) {
        for (const message of all) {
          try { process.send(message); } catch (error) { log(round, error.name, error.code, error.message); }
        }
        for (let index = 0; index < 8; index++) process.send([round, index]);
      }
      setTimeout(() => process.disconnect(), 200);`,
    parent: '',
  },
  {
    title: 'a message whose toJSON returns nothing',
    child: `
      process.send('first');
      try { process.send({ toJSON() {} }); } catch (error) { log(error.code); }
      process.send('last');
      process.disconnect();`,
    parent: '',
    unlikeNode: 'sends the word "undefined", which the parent cannot parse',
  },
  {
    title: 'a listener for one message at a time',
    child: `
      const next = () => process.once('message', (message) => {
        log(message);
        if (message === 'end') process.disconnect();
        else setTimeout(next, 5);
      });
      next();`,
    parent: "for (const message of ['a', 'b', 'c', 'd', 'end']) child.send(message);",
    unlikeNode: 'loses what a once() leaves',
  },
  {
    title: 'a listener that is removed by the first message and comes back',
    child: `
      const first = (message) => {
        log('first', message);
        process.removeListener('message', first);
        setTimeout(() => process.on('message', (message) => { log('second', message); if (message === 'end') process.disconnect(); }), 20);
        setTimeout(() => {}, 50);
      };
      process.on('message', first);`,
    parent: "for (const message of ['a', 'b', 'end']) child.send(message);",
    unlikeNode: 'throws when a listener disconnects that gets kept messages',
  },
  {
    title: 'messages before anyone listens',
    child: `
      setTimeout(() => process.on('message', (message) => { log(message); if (message === 'end') process.disconnect(); }), 100);`,
    parent: "for (const message of ['a', 'b', 'end']) child.send(message);",
    unlikeNode: 'throws when a listener disconnects that gets kept messages',
  },
  {
    title: "a disconnect in a message's listener",
    child: `
      process.on('message', (message) => { log(message); if (process.connected) process.disconnect(); });
      process.on('disconnect', () => log('disconnect'));`,
    parent: "for (const message of ['a', 'b', 'c']) child.send(message);",
  },
  {
    title: "the parent's disconnect behind messages",
    child: `
      process.on('message', (message) => log(message));
      process.on('disconnect', () => log('disconnect', process.connected));`,
    parent: "for (const message of ['a', 'b', 'c']) child.send(message); child.disconnect();",
    unlikeNode: "may emit no 'close'",
  },
  {
    title: 'exceptions in listeners',
    child: `
      process.on('uncaughtException', (error) => log('caught', error.message));
      process.on('message', (message) => {
        if (message === 'end') process.disconnect();
        else { Promise.resolve().then(() => log('microtask', message)); throw new Error(message); }
      });`,
    parent: "for (const message of ['a', 'b', 'c', 'end']) child.send(message);",
  },
  {
    title: 'messages for the runtime itself',
    child: `
      process.on('internalMessage', (message) => log('internal', message));
      process.on('message', (message) => { log(message); if (message === 'end') process.disconnect(); });
      for (const cmd of ['NODE_', 'NODE_X', 1, null]) process.send({ cmd });`,
    parent: `
      child.on('internalMessage', (message) => seen.push(['internal', message]));
      child.send('first');
      child.once('message', () => { for (const cmd of ['NODE_', 'x', 'NODE_X']) child.send({ cmd }); child.send('end'); });`,
  },
  {
    title: 'built-ins that the program has replaced',
    child: `
      const bad = () => { throw new Error('replaced'); };
      process.on('message', (message) => { log(message); if (message.end) process.disconnect(); });
      const replaced = [
        [JSON, ['parse']],
        [String.prototype, ['slice', 'indexOf', 'startsWith', 'charCodeAt', 'includes']],
        [Uint8Array.prototype.__proto__, ['slice', 'subarray', 'set', Symbol.iterator]],
        [Buffer, ['from', 'byteLength', 'concat', 'alloc']],
        [Buffer.prototype, ['utf8Slice', 'toString', 'latin1Slice']],
        [RegExp.prototype, ['exec', 'test']],
        [Array.prototype, ['push', 'map', 'forEach', 'slice', 'splice', Symbol.iterator]],
      ];
      for (let row = 0; row < replaced.length; row++) {
        const object = replaced[row][0];
        const names = replaced[row][1];
        for (let index = 0; index < names.length; index++) object[names[index]] = bad;
      }
      process.send({ a: 'sent' });
      process.send({ a: 'again' });`,
    parent:
      "child.once('message', () => { child.send({ a: 1 }); child.send({ b: 'é' }); child.send({ end: true }); });",
    unlikeNode: 'calls functions of Buffer that the program has replaced',
  },
  {
    title: 'properties that all objects inherit',
    child: `
      Object.prototype.cmd = 'NODE_HANDLE';
      Object.prototype.toString = () => { throw new Error('toString'); };
      delete Object.prototype.cmd;
      Object.prototype.value = 'inherited';
      Object.prototype.get = () => { throw new Error('get'); };
      Object.prototype.swallowErrors = true;
      process.on('message', (message) => { log(message); if (message === 'end') process.disconnect(); else process.send(message); });`,
    parent: "for (let index = 0; index < 150; index++) child.send({ index }); child.send('end');",
  },
  {
    title: 'a send and an emit that the program has replaced',
    child: `
      const { send, _send, emit } = process;
      process.send = function (message, ...rest) { log('send'); return send.call(this, [message, 'by send'], ...rest); };
      process._send = function (message, ...rest) { log('_send'); return _send.call(this, [message, 'by _send'], ...rest); };
      process.emit = function (name, ...rest) { if (name === 'message') log('emit', rest.length, rest[0]); return emit.call(this, name, ...rest); };
      process.on('message', (message) => { if (message === 'end') process.disconnect(); else process.send(message); });
      for (let index = 0; index < 140; index++) process.send(index);`,
    parent: "child.send('a'); child.send('end');",
  },
  {
    title: 'a server that comes to the child among messages',
    child: `
      process.on('message', (message, handle) => {
        process.send([message, handle?.constructor.name]);
        if (handle) { process.send(handle.address().port > 0); handle.close(); }
        if (message === 'end') process.disconnect();
      });`,
    parent: `
      const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
        child.send('first');
        child.once('message', () => {
          child.send('before');
          child.send('server', server, () => server.close());
          child.send('behind');
          child.send('end');
        });
      });`,
  },
  {
    title: 'a server that comes from the child behind messages',
    child: `
      process.send('before');
      const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
        process.send('server', server, () => { server.close(); process.send('last', () => process.disconnect()); });
        process.send('behind');
      });`,
    parent: `child.on('message', (message, handle) => handle?.close());`,
    unlikeNode: "drops what waits behind a handle at the child's disconnect",
  },
  {
    title: 'a toJSON that sends a handle',
    child: `
      const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
        for (let index = 0; index < 124; index++) process.send(index);
        process.send({ toJSON() { process.send('handle', server, () => server.close()); process.send('behind it'); return 'outer'; } });
        process.send('last');
        setTimeout(() => process.disconnect(), 200);
      });`,
    // A handle and a text that left together come in either order.
    parent: `
      child.on('message', (message, handle) => handle?.close());
      child.on('disconnect', () => seen.sort());`,
  },
  {
    title: "a message that leaves by Node's own function, which an earlier preload has kept",
    child: `
      for (let index = 0; index < 140; index++) {
        try { log(process.sendOfNode(index, undefined, {}, (error) => log('sent', error))); } catch (error) { log('thrown', error); }
      }
      setTimeout(() => process.disconnect(), 200);`,
    parent: '',
  },
  {
    title: "a toJSON that sends by Node's own function",
    child: `
      for (let index = 0; index < 140; index++) {
        process.send({ toJSON() { process.sendOfNode(['inner', index]); return ['outer', index]; } }, (error) => log('sent', error));
        const failing = { toJSON() { process.sendOfNode(['alone', index]); throw new RangeError('mine'); } };
        try { process.send(failing); } catch ({ message }) { log(message); }
      }
      setTimeout(() => process.disconnect(), 200);`,
    parent: '',
    isUnlikeOff: true,
  },
  {
    title: 'setters that lists inherit',
    child: `
      process.on('message', (message) => { log(message); if (message === 'end') process.disconnect(); });
      for (const prototype of [Array.prototype, Object.prototype]) {
        Object.defineProperty(prototype, '0', { get() { return 'inherited'; }, set() {}, configurable: true });
      }`,
    parent: "for (const message of ['a', 'b', 'c', 'end']) child.send(message);",
  },
  {
    title: 'functions of process that cannot be replaced',
    child: `
      for (const name of ['send', '_send', 'disconnect', '_disconnect']) Object.defineProperty(process, name, { writable: false });
      let count = 0;
      process.on('message', (message) => {
        count += 1;
        if (message === 'end') { log(count); setTimeout(() => process.disconnect(), 200); } else process.send(message);
      });`,
    parent: `
      const next = (index) => index < 200 ? child.send(index, () => setImmediate(next, index + 1)) : child.send('end');
      next(0);`,
  },
  {
    title: 'a socket that another process has read',
    child: `
      const { readSync } = require('node:fs');
      process.on('message', (message) => {
        if (message === 'end') process.disconnect();
        if (message !== 'first') return;
        process.send('reads');
        const bytes = Buffer.alloc(100);
        // The event loop has found the next message by then, and finds nothing when it reads.
        setTimeout(() => setImmediate(() => {
          wait(200);
          setImmediate(() => {});
        }), 1);
        setTimeout(() => {
          wait(300);
          process.nextTick(() => { try { log(bytes.toString('utf8', 0, readSync(process.channel.fd, bytes))); } catch ({ code }) { log(code); } });
        }, 5);
      });
      process.on('disconnect', () => log('disconnect'));`,
    parent: `
      child.send('first');
      child.once('message', () => { setTimeout(() => child.send('taken'), 150); setTimeout(() => child.send('end'), 700); });`,
  },
  {
    title: 'channel.unref() and ref()',
    child: `
      process.on('message', (message) => {
        log(message);
        process.channel.unref();
        setTimeout(() => log('last'), 50);
      });
      process.on('exit', () => log('exit'));
      process.channel.unref();
      process.channel.ref();`,
    parent: "child.send('a');",
  },
  {
    title: 'an emptied message list and a worker',
    child: `
      const { Worker } = require('node:worker_threads');
      process.on('message', (message) => {
        new Worker('require("worker_threads").parentPort.postMessage([typeof process.send, process.connected])', { eval: true })
          .on('message', (answer) => { process.send(answer); process.disconnect(); });
      });`,
    parent: "child.send('a');",
  },
];

/** A preload in front of ours. */
const EARLIER = 'process.sendOfNode = process._send;';

/** What a scenario prints. */
function outcome({ child, parent }: Scenario, args: readonly string[], disabled = ''): string {
  const files = { 'earlier.cjs': EARLIER, 'child.cjs': CHILD + child, 'parent.cjs': parentProgram(parent) };
  const folder = new ProgramFolder(files);
  try {
    const { stdout, stderr } = folder.node(
      ['--require', './earlier.cjs', ...args, 'parent.cjs'],
      disabled ? { RT_STD_DISABLE: disabled } : {},
    );
    return stdout + stderr;
  } finally {
    folder.remove();
  }
}

const IS_LOADED = /\[(true|false)\]/g;

for (const scenario of SCENARIOS) {
  testOnNode(`a child that begins with Node's end does the same: ${scenario.title}`, (t: ExecutionContext) => {
    const actual = outcome(scenario, ['--require', OVERRIDE]);
    t.regex(actual, /^\{"seen":/);
    const comparable = (text: string) => text.replace(IS_LOADED, '');
    if (!scenario.isUnlikeOff) {
      t.is(comparable(outcome(scenario, ['--require', OVERRIDE], 'late-channel')), comparable(actual), 'switched off');
    }
    if (!scenario.unlikeNode) t.is(comparable(outcome(scenario, [])), comparable(actual), "Node's own");
  });
}

const RAW_CHILD = `
  process.on('uncaughtException', ({ name, message }) => log('uncaught', name, message));
  process.on('warning', ({ name, message }) => log(name, message));
  process.on('error', ({ code }) => log('error', code));
  process.on('disconnect', () => log('disconnect'));
  process.on('message', (message) => log(message.length > 50 ? message.length : message));
`;

/** Writes bytes, a character for each, as a parent that says that it is ours. */
const RAW_PARENT = `
  const [preload, parts] = process.argv.slice(2);
  const child = require('node:child_process').spawn(process.execPath, [...(preload ? ['--require', preload] : []), './child.cjs'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, NODE_CHANNEL_FD: '3', NODE_CHANNEL_SERIALIZATION_MODE: 'json', RT_STD_PARENT_PID: process.pid },
  });
  const channel = child.stdio[3];
  channel.on('error', () => {}).resume();
  const left = JSON.parse(parts);
  (function next() {
    if (left.length === 0) channel.end();
    else channel.write(Buffer.from(left.shift(), 'latin1'), () => setTimeout(next, 60));
  })();
`;

/** What a child with our preload prints that gets these bytes, a part after the other. */
function rawOutcome(parts: readonly string[], child: string, preload: string, disabled = ''): string {
  const folder = new ProgramFolder({ 'child.cjs': CHILD + child, 'parent.cjs': RAW_PARENT });
  try {
    const args = ['parent.cjs', preload, JSON.stringify(parts)];
    const { stdout, stderr } = folder.node(args, disabled ? { RT_STD_DISABLE: disabled } : {});
    return stdout + stderr;
  } finally {
    folder.remove();
  }
}

const RAW_PARTS: Record<string, readonly string[]> = {
  'a message in parts': ['{"a":', '1}\n', '2\n3', '\n'],
  'parts of a character': ['1\n', '"\xc3', '\xa9"\n'],
  'two halves of an array': ['0\n', '1\n[1\n2]\n3\n'],
  'two values on a line': ['1\n2,3\n'],
  'an empty line': ['1\n', '\n', '2\n'],
  'no JSON at all': ['"good"\nhello\n"never"\n'],
  'bytes that are no UTF-8, outside of a string': ['1\n', '\xff\n'],
  'bytes that are no UTF-8, in a string': ['"a\xffb"\n', '"\xc3"\n', '"end"\n'],
  'a byte order mark': ['\xef\xbb\xbf1\n'],
  'carriage returns': ['1\r\n', '2\r\n'],
  'words for the runtime, spelled otherwise': [
    '{"cmd":"\\u004eODE_HANDLE","type":"net.Server"}\n',
    '{"cmd":"NODE_HANDLE_ACK"}\n1\n',
  ],
  'names that objects inherit': ['{"__proto__":{"cmd":"NODE_HANDLE"},"a":1}\n', '{"constructor":1}\n'],
  'more messages than are light in one read': ['1\n'.repeat(300), '2\n'],
  'a message as long as what is read at once': [`"${'x'.repeat(16_381)}"\n`, `"${'x'.repeat(16_382)}"\n`, '"end"\n'],
  'the end within a message': ['1\n', '{"a":'],
};

for (const [name, parts] of Object.entries(RAW_PARTS)) {
  testOnNode(`a child that begins with Node's end reads the same: ${name}`, (t) => {
    const actual = rawOutcome(parts, RAW_CHILD, OVERRIDE);
    t.regex(actual, /disconnect/);
    t.is(
      rawOutcome(parts, RAW_CHILD, OVERRIDE, 'late-channel').replaceAll(/node:\d+|^\(.*$/gm, ''),
      actual.replaceAll(/node:\d+|^\(.*$/gm, ''),
    );
  });
}

testOnNode("a child whose table of descriptors is full goes on with Node's end, with what was read", (t) => {
  const child = `
    const { openSync } = require('node:fs');
    try { for (;;) openSync(require('node:os').devNull); } catch {}
    ${RAW_CHILD}`;
  for (const size of [16_384, 32_768, 65_536]) {
    const parts = ['"first"\n', `"${'x'.repeat(size - 3)}"\n`, '"last"\n'];
    const actual = rawOutcome(parts, child, OVERRIDE);
    t.true(actual.includes('last'), `${size}: ${actual}`);
    t.is(actual, rawOutcome(parts, child, ''));
  }
});

/** Which of our files the child has when its parent has answered so many of its messages. */
function loadedAfter(messages: number, text: string, disabled?: string): string {
  const child = `
    let count = 0;
    process.on('message', () => {
      count += 1;
      if (count < ${messages}) { process.send(${JSON.stringify(text)}); return; }
      log(isLoaded());
      process.disconnect();
    });
    process.send(${JSON.stringify(text)});`;
  const scenario = { title: '', child, parent: `child.on('message', () => child.send('answer'));` };
  return (
    /\[(?:true|false)\]/.exec(JSON.parse(outcome(scenario, ['--require', OVERRIDE], disabled)).log.join())?.[0] ?? ''
  );
}

if (IS_NODE) {
  testButOnWindows(
    "light traffic is left to Node's end, and more is not",
    "a forked child keeps Node's end there",
    (t) => {
      t.is(loadedAfter(1, 'short'), '[false]');
      t.is(loadedAfter(60, 'short'), '[false]');
      t.is(loadedAfter(70, 'short'), '[true]');
      t.is(loadedAfter(3, 'x'.repeat(8000)), '[false]');
      t.is(loadedAfter(5, 'x'.repeat(8000)), '[true]');
      t.is(loadedAfter(1, 'short', 'late-channel'), '[true]');
    },
  );
}
