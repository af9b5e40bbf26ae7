/** What is written and read without V8's serializer, where a program does all it can against it. */
import { setImmediate } from 'node:timers/promises';
import vm from 'node:vm';
import test from 'ava';
import { ProgramFolder } from '../../support/program';
import { HOLES, readByV8, readPayload, writeByV8, writtenPayload } from './payload-functions';
import { writtenPayloads } from './raw-channel';

const MIXED = () => ({
  name: 'constructor',
  list: [1, 'two', { three: [null, undefined] }],
  map: new Map<unknown, unknown>([['key', new Set(['x'.repeat(100), 'é'])]]),
  date: new Date(7),
  bytes: Buffer.from('bytes'),
  ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`object ${index}`, { index }])),
});

/** Puts another value in the place of a built-in one. */
type Patch = readonly [object, string];

const PATCHES: readonly Patch[] = [
  [String, 'fromCharCode'],
  [String.prototype, 'charCodeAt'],
  [String.prototype, 'slice'],
  [Map.prototype, 'forEach'],
  [Map.prototype, 'set'],
  [Set.prototype, 'forEach'],
  [Set.prototype, 'add'],
  [Set.prototype, 'has'],
  [Date.prototype, 'getTime'],
  [Buffer.prototype, 'latin1Write'],
  [Buffer.prototype, 'latin1Slice'],
  [Buffer.prototype, 'ucs2Slice'],
  [Buffer.prototype, 'subarray'],
  [Object.getPrototypeOf(Uint8Array.prototype), 'set'],
  [Object, 'keys'],
  [Object, 'hasOwn'],
  [Object, 'getOwnPropertyDescriptor'],
  [Object, 'getPrototypeOf'],
  [Array, 'isArray'],
  [ArrayBuffer, 'isView'],
  [Reflect, 'apply'],
  [Reflect, 'defineProperty'],
  [Buffer, 'byteLength'],
  [globalThis, 'Map'],
  [globalThis, 'Set'],
  [globalThis, 'Date'],
  [globalThis, 'Uint8Array'],
];

test('what a program puts in the place of built-in functions is not called', (t) => {
  const message = MIXED();
  const expected = writeByV8(message);
  const called: string[] = [];
  const originals = PATCHES.map(([holder, name]) => Reflect.getOwnPropertyDescriptor(holder, name));
  const { defineProperty } = Reflect;
  let written: Buffer | undefined;
  let read: unknown;
  try {
    for (const [holder, name] of PATCHES) {
      const value = () => called.push(name);
      defineProperty(holder, name, { value, configurable: true, writable: true });
    }
    written = writtenPayload(message);
    read = readPayload(expected, 0, expected.length);
  } finally {
    for (let index = 0; index < PATCHES.length; index++) {
      const [holder, name] = PATCHES[index] as Patch;
      defineProperty(holder, name, originals[index] as PropertyDescriptor);
    }
  }
  t.deepEqual(called, []);
  t.deepEqual(written && Buffer.from(written), expected);
  t.deepEqual(read, message);
});

test('accessors that a program puts on the prototypes of objects and lists do not run', (t) => {
  const message = { list: [{ get: 1, set: 2, value: 3, polluted: 4 }], late: new Map([['polluted', 1]]) };
  const expected = writeByV8(message);
  const ran: string[] = [];
  const names = ['get', 'set', 'value', 'polluted', 'list', 'configurable'];
  let written: Buffer | undefined;
  let read: unknown;
  try {
    for (const name of names) {
      const run = () => ran.push(name);
      const accessor = { __proto__: null, configurable: true, get: run, set: run } as PropertyDescriptor;
      Object.defineProperty(Object.prototype, name, accessor);
    }
    written = writtenPayload(message);
    read = readPayload(expected, 0, expected.length);
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
  t.deepEqual(ran, []);
  t.deepEqual(written && Buffer.from(written), expected);
  t.deepEqual(read, message);
});

test('proxies, accessors and what is nested very deep are left to V8, which runs the accessors once', async (t) => {
  const runs: string[] = [];
  const note = () => {
    runs.push('trap');
    return null;
  };
  const trap = new Proxy({}, { getPrototypeOf: note, ownKeys: () => [String(note())] });
  const deep = Array.from({ length: 100 }).reduce((inner) => [inner], 1);
  const refused = () => [
    { inner: trap },
    [trap],
    new Map([[trap, trap]]),
    { weak: new WeakRef({}) },
    { promise: new (class extends Promise<void> {})(() => {}) },
    { run() {} },
  ];
  const left = () => [
    {
      inner: {
        get text() {
          return runs.push('text');
        },
      },
    },
    { deep },
    { of: 1n },
    { error: new (class extends Error {})() },
    { inner: Object.create(trap) },
    { inner: Object.create(Object.create(trap)) },
    { tagged: Object.create({ [Symbol.toStringTag]: 'x' }) },
    { list: Object.assign(['a'], { index: 0 }) },
    { list: HOLES },
    { list: Array.from({ length: 100 }, (_, index) => index) },
    { bytes: new Float64Array(2) },
    { bytes: Buffer.alloc(0) },
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`name ${index}`, index])),
    { bytes: Object.assign(Buffer.from('x'), { constructor: Uint8Array }) },
    { 4294967294: 1 },
    { text: 'é'.repeat(1000) },
    { inner: { text: 'x'.repeat(300_000) } },
  ];
  for (const message of refused()) {
    t.is(writtenPayload(message), undefined);
    t.throws(() => writeByV8(message));
  }
  for (const message of left()) t.is(writtenPayload(message), undefined);
  t.deepEqual(runs, []);
  const sent = left();
  const expected = left().map(writeByV8);
  runs.length = 0;
  const payloads = await writtenPayloads((child) => {
    for (const message of sent) child.send(message);
  });
  t.deepEqual(payloads.map(readByV8), expected.map(readByV8));
  t.deepEqual(runs, ['text']);
});

test('a message that an accessor sends while another is written leaves before it', async (t) => {
  const runs: string[] = [];
  const payloads = await writtenPayloads((child) => {
    const list = ['a', 'b', 'c'];
    Object.defineProperty(list, 1, {
      enumerable: true,
      get: () => {
        runs.push('accessor');
        child.send({ inner: [{ sent: 'within' }] });
        return 'B';
      },
    });
    child.send({ outer: [list] });
  });
  const messages = payloads.map((payload) => readByV8(payload)?.message);
  t.deepEqual(messages, [{ inner: [{ sent: 'within' }] }, { outer: [['a', 'B', 'c']] }]);
  t.deepEqual(runs, ['accessor']);
});

test('a message that is written where the stack ends does no harm to the next one', (t) => {
  const message = MIXED();
  const expected = writeByV8(message);
  const payloads: (Buffer | undefined)[] = [];
  function goDeeper(): void {
    try {
      goDeeper();
    } finally {
      if (payloads.length < 50) payloads.push(tryToWrite(message));
    }
  }
  t.throws(goDeeper, { instanceOf: RangeError });
  t.true(payloads.length > 0);
  t.deepEqual(tryToWrite(message), expected);
  for (const payload of payloads) if (payload !== undefined) t.deepEqual(payload, expected);
});

/** A copy, since the next payload is written in the same bytes. */
function tryToWrite(message: unknown): Buffer | undefined {
  try {
    const payload = writtenPayload(message);
    return payload && Buffer.from(payload);
  } catch {
    return undefined;
  }
}

test('Buffers in messages keep their bytes when more messages come', (t) => {
  const payload = writeByV8([Buffer.from('first'), new Uint8Array([1, 2])]);
  const message = readPayload(Buffer.from(payload), 0, payload.length);
  readPayload(Buffer.from(writeByV8([Buffer.from('other')])), 0, payload.length);
  t.deepEqual(message, [Buffer.from('first'), new Uint8Array([1, 2])]);
});

test.serial('a message that vm ends by its timeout does no harm to those of the next turn', async (t) => {
  const list = ['a'];
  Object.defineProperty(list, 0, { enumerable: true, get: () => vm.runInThisContext('while (true);') });
  const write = () => writtenPayload({ list });
  t.throws(() => vm.runInNewContext('write()', { write }, { timeout: 50 }), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
  const message = MIXED();
  tryToWrite(message);
  await setImmediate();
  t.deepEqual(tryToWrite(message), writeByV8(message));
});

test('many messages that are refused late are left to V8 without a try, for a while', (t) => {
  const refused = Object.assign(
    Array.from({ length: 500 }, (_, index) => ({ index })),
    { 500: 1n },
  );
  const message = MIXED();
  for (let count = 0; count < 3; count++) {
    t.is(writtenPayload(refused), undefined);
    for (let attempts = 0; tryToWrite(message) === undefined; attempts++) t.true(attempts < 10);
  }
  for (let count = 0; count < 1000; count++) t.is(writtenPayload(refused), undefined);
  let left = 0;
  while (tryToWrite(message) === undefined) left += 1;
  t.true(left < 128, `${left}`);
  t.deepEqual(tryToWrite(message), writeByV8(message));
});

test('what is received has the classes of the language, whatever a program has put in their place', (t) => {
  const program = `
    const originals = [Date, Map, Set];
    for (const original of originals) globalThis[original.name] = class extends original {};
    const child = require('child_process').fork('./worker.cjs', { serialization: 'advanced' });
    child.on('message', (message) => {
      console.log(message.map((value, index) => Object.getPrototypeOf(value) === originals[index].prototype).join());
    });
  `;
  const worker = 'process.send([new Date(7), new Map([[1, 2]]), new Set([1])]);';
  const folder = new ProgramFolder({ 'program.cjs': program, 'worker.cjs': worker });
  try {
    const { stdout, stderr } = folder.node(['--require', 'rt-std/override', 'program.cjs']);
    t.is(stdout + stderr, 'true,true,true\n');
  } finally {
    folder.remove();
  }
});
