/** What is written with `serialization: 'advanced'`, beside what V8 writes. */
import test from 'ava';
import { internal } from '../../support/internals';
import { Random } from '../../support/random';
import { messages, seed, shared, writtenAlone } from './random-messages';
import { writtenPayloads } from './raw-channel';

const { flatParts } = internal<{ flatParts(message: unknown): unknown[] | undefined }>(
  'child_process/ipc/flat-message',
);

/** The result of a call, or the message of what it throws. */
function outcome(call: () => Buffer): Buffer | string {
  try {
    return call();
  } catch (error) {
    return (error as Error).message;
  }
}

test(`what is written natively is what V8 writes, also when messages share objects or are sent again (seed ${seed})`, async (t) => {
  const random = new Random(seed);
  const sent = messages(random, 5000).concat(messages(random, 5000));
  for (let index = 0; index < sent.length; index += 7) sent[index] = sent[random.below(index + 1)];
  const actual = await writtenPayloads((child) => {
    for (const message of sent) child.send(message as object);
  });
  t.is(actual.length, sent.length);
  for (const [index, message] of sent.entries()) {
    const expected = writtenAlone(message);
    if (!actual[index]?.equals(expected)) t.deepEqual(actual[index], expected, `message ${index}`);
  }
});

test('what cannot be written is the error of the serializer, and the messages around it leave', async (t) => {
  const bad = [new Proxy({ a: 1 }, {}), { run() {} }, { first: 1, tag: Symbol('tag') }, { inner: () => 0 }];
  const payloads = await writtenPayloads((child) => {
    for (const message of bad) {
      const expected = t.throws(() => writtenAlone(message));
      t.is(t.throws(() => child.send(message))?.message, expected?.message);
      child.send({ next: 1 });
    }
  });
  t.deepEqual(payloads, Array(bad.length).fill(writtenAlone({ next: 1 })));
});

test('what was made as something else than a plain object is left to the serializer, whatever its prototype', async (t) => {
  const makers: readonly (() => object)[] = [
    () => Object(1n),
    () => Object(Symbol('boxed')),
    () => Object(1),
    () => Object('text'),
    () => Object(true),
    () => (function* () {})(),
    () => (async function* () {})(),
    () => new Map().keys(),
    () => new Set().values(),
    () => new Map(),
    () => Promise.resolve(),
  ];
  const disguised = makers.map((make) => Object.assign(Object.setPrototypeOf(make(), Object.prototype), { index: 1 }));
  for (const message of disguised) t.is(flatParts(message), undefined);
  const expectedOf = (message: object) => outcome(() => writtenAlone(message));
  const payloads = await writtenPayloads((child) => {
    for (const message of disguised) {
      const expected = expectedOf(message);
      if (typeof expected === 'string') t.is(t.throws(() => child.send(message))?.message, expected);
      else child.send(message);
    }
  });
  t.deepEqual(
    payloads,
    disguised.map(expectedOf).filter((expected) => typeof expected !== 'string'),
  );
});

test('accessors that a program puts on the prototype of objects do not run', (t) => {
  const message = { index: 1 };
  const ran: string[] = [];
  const withGetter = {
    get index() {
      return ran.push('getter');
    },
  };
  const names = ['get', 'set', 'value'];
  const accessor = { __proto__: null, configurable: true, get: () => ran.push('accessor'), set: undefined };
  let parts: unknown;
  try {
    for (const name of names) Object.defineProperty(Object.prototype, name, accessor as object);
    parts = [flatParts(message), flatParts(withGetter)];
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
  t.deepEqual(parts, [['index', 1], undefined]);
  t.deepEqual(ran, []);
});

test('what a program puts in the place of built-in functions does not change what is written', async (t) => {
  const { keys } = Object;
  const message = { index: 1, text: 'x'.repeat(300) };
  const payloads = await writtenPayloads((child) => {
    Object.keys = () => ['patched'];
    try {
      child.send(message);
    } finally {
      Object.keys = keys;
    }
  });
  t.deepEqual(payloads, [writtenAlone(message)]);
});

test('a getter runs once', async (t) => {
  let runs = 0;
  const message = {
    shared,
    get counted() {
      runs += 1;
      return shared;
    },
  };
  const payloads = await writtenPayloads((child) => child.send(message));
  t.is(runs, 1);
  t.deepEqual(payloads, [writtenAlone(message)]);
});

test('a message that is changed and sent again is written again', async (t) => {
  const message = { index: 0 };
  const payloads = await writtenPayloads((child) => {
    for (; message.index < 3; message.index++) child.send(message);
  });
  t.deepEqual(
    payloads,
    [0, 1, 2].map((index) => writtenAlone({ index })),
  );
});
