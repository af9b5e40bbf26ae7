import type { Scenario } from './late-channel-scenario';

/** Sizes around those that decide, in bytes with the newline. */
const SIZES = [1, 16_383, 16_384, 16_385, 32_768, 300_000];

/** A child that receives, and what its program does meanwhile. */
export const RECEIVING: readonly Scenario[] = [
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
    title: 'messages of cluster, with and without a handle, among others',
    child: `
      process.on('internalMessage', ({ cmd, seq }, handle) => {
        log(cmd, seq, handle?.constructor.name);
        handle?.close();
      });
      process.on('message', (message, handle) => {
        log(message, handle?.constructor.name);
        handle?.close();
        if (message === 'end') process.disconnect();
      });`,
    parent: `
      const server = require('node:net').createServer().listen(0, () => {
        const send = (message, handle, then) => { child.send(message, handle); setTimeout(then, 20); };
        const ofCluster = (seq) => ({ cmd: 'NODE_CLUSTER', seq });
        const { _handle: native } = server;
        send(ofCluster(1), undefined, () => send(ofCluster(2), native, () => send(ofCluster(3), server, () => {
          send('native', native, () => send(ofCluster(4), undefined, () => {
            child.send(ofCluster(5));
            child.send('between');
            child.send(ofCluster(6), native);
            child.send(ofCluster(7));
            child.send('end');
          }));
        })));
      });
      child.on('exit', () => server.close());`,
  },
  {
    title: 'built-ins that the program has replaced',
    jsonOnly: "Node's own serializer calls them",
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
      Object.prototype.toString = () => { throw new Error('toString'); };
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
    title: 'setters that lists inherit',
    jsonOnly: "Node's own end calls them",
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
    title: 'a socket whose bytes somebody else has read',
    child: `
      const { readSync } = require('node:fs');
      let hasEnd = false;
      process.on('message', (message) => { if (message === 'end') { hasEnd = true; process.disconnect(); } });
      process.on('disconnect', () => log('disconnect', hasEnd));
      // Until both have come, so that the event loop finds them at once, as a rule this one first:
      // then there is nothing to read on the channel any more.
      process.stdin.once('data', () => {
        try { readSync(process.channel.fd, Buffer.alloc(100)); } catch {}
        process.stdin.destroy();
      });
      process.send('ready', () => setTimeout(wait, 1, 400));`,
    parent: `
      child.once('message', () => {
        setTimeout(() => child.stdin.write('x'), 100);
        setTimeout(() => child.send('taken'), 150);
        setTimeout(() => child.send('end'), 800);
      });`,
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
    title: 'a worker in the child',
    child: `
      const { Worker } = require('node:worker_threads');
      process.on('message', (message) => {
        new Worker('require("worker_threads").parentPort.postMessage([typeof process.send, process.connected])', { eval: true })
          .on('message', (answer) => { process.send(answer); process.disconnect(); });
      });`,
    parent: "child.send('a');",
  },
];
