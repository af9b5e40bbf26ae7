import type { Scenario } from './late-channel-scenario';

/** A child that sends, and whose parent does little. */
export const SENDING: readonly Scenario[] = [
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
      process.exit(3);`,
    parent: 'wait(400);',
  },
  {
    title: "callbacks, and send()'s result",
    isOfDeparture: true,
    child: `
      for (let index = 0; index < 140; index++) {
        log(process.send(index, (error) => log('sent', index, error)));
        Promise.resolve().then(() => log('microtask', index));
      }
      setImmediate(() => process.disconnect());`,
    parent: '',
  },
  ...[10, 40_000].map((length) => ({
    title: `a first message of ${length} characters where the stack ends`,
    child: `
      const text = 'x'.repeat(${length});
      let isSent = false;
      const descend = () => {
        try { descend(); } catch {}
        if (isSent) return;
        try { process.send(text); isSent = true; } catch (error) { if (!(error instanceof RangeError)) throw error; }
      };
      descend();
      process.on('message', (message) => { process.send(['answer', message]); process.disconnect(); });`,
    parent: "child.send('question');",
  })),
  {
    title: 'a toJSON that sends, at every count of messages',
    jsonOnly: 'functions are not cloned',
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
    jsonOnly: 'functions are not cloned',
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
    jsonOnly: 'proxies are not cloned',
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
    jsonOnly: 'cycles are cloned',
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
    jsonOnly: 'functions are not cloned',
    child: `
      process.send('first');
      try { process.send({ toJSON() {} }); } catch (error) { log(error.code); }
      process.send('last');
      process.disconnect();`,
    parent: '',
    unlikeNode: 'sends the word "undefined", which the parent cannot parse',
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
    jsonOnly: 'functions are not cloned',
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
    jsonOnly: 'functions are not cloned',
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
];
