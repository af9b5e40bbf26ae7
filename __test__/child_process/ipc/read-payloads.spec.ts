/** What is read with `serialization: 'advanced'`, beside what V8 reads. */
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { internal } from '../../support/internals';
import { Random } from '../../support/random';
import { readByV8 } from './payload-functions';
import { messages, seed, shared, writtenAlone } from './random-messages';
import { framed, readFromChannel } from './raw-channel';

const { payloadReader } = internal<{
  payloadReader(): (bytes: Buffer, firstLength: number) => unknown[];
}>('child_process/ipc/channel-deserializer');
const readPayloads = payloadReader();
const { MalformedMessage } = internal<{ MalformedMessage: new (cause: unknown) => object }>(
  'child_process/ipc/malformed-message',
);
const { isInternalMessage } = internal<{ isInternalMessage(message: unknown): boolean }>(
  'child_process/ipc/internal-message',
);

/** What V8 reads of one payload. */
function readAlone(payload: Buffer): unknown {
  const read = readByV8(payload);
  return read === undefined ? new MalformedMessage(undefined) : read.message;
}

test(`plain values that are read natively are what V8 reads, and what V8 refuses is malformed (seed ${seed})`, async (t) => {
  const random = new Random(seed);
  for (let round = 0; round < 40; round++) {
    const payloads = messages(random, 60).map(writtenAlone);
    const corrupted = payloads.map((payload) => {
      const copy = Buffer.from(payload);
      for (let count = random.below(3); count > 0; count--)
        copy[random.below(Math.min(copy.length, 40))] = random.of([
          random.below(256),
          0x6f,
          0x22,
          0x63,
          0x7b,
          0x41,
          0x24,
          0x49,
          0,
        ]);
      return random.oneIn(8) ? copy.subarray(0, random.below(copy.length)) : copy;
    });
    const candidates = random.oneIn(2) ? payloads : corrupted;
    const good = candidates.filter((payload) => !(readAlone(payload) instanceof MalformedMessage));
    const bad = corrupted.find((payload) => readAlone(payload) instanceof MalformedMessage);
    const { messages: actual, error } = await readFromChannel(bad ? [...good, bad] : good);
    const expected = good.map(readAlone).filter((message) => !isInternalMessage(message));
    t.is(actual.length, expected.length, bad?.toString('latin1'));
    for (const [index, message] of expected.entries())
      if (!isDeepStrictEqual(actual[index], message)) t.deepEqual(actual[index], message, `round ${round}, ${index}`);
    t.is(error === undefined, bad === undefined);
  }
});

/** Payloads as they come: before each but the first its length. */
function joined(payloads: readonly Buffer[]): [bytes: Buffer, firstLength: number] {
  return [framed(payloads).subarray(4), payloads[0]?.length ?? 0];
}

test(`payloads that are read together give the same as when each is read alone (seed ${seed})`, (t) => {
  const random = new Random(seed);
  for (let round = 0; round < 300; round++) {
    const payloads = messages(random, 40).map(writtenAlone);
    if (payloads.length === 0) continue;
    const actual = readPayloads(...joined(payloads));
    const expected = payloads.flatMap((payload) => readPayloads(payload, payload.length));
    if (!isDeepStrictEqual(actual, expected)) t.deepEqual(actual, expected, `round ${round}`);
  }
  t.pass();
});

test('an object that a message holds twice is one object, and no other message has it', (t) => {
  const payloads = [1, 2].map(() => writtenAlone({ one: shared, other: shared }));
  const [first, second] = readPayloads(...joined(payloads)) as { one: object; other: object }[];
  t.is(first?.one, first?.other);
  t.is(second?.one, second?.other);
  t.not(first?.one, second?.one);
});

test('a payload that goes on behind its end is malformed, although what follows would complete it', (t) => {
  const good = writtenAlone({ good: true });
  const cut = good.subarray(0, -2);
  const messages = readPayloads(...joined([good, cut, good, good]));
  t.deepEqual(messages.slice(0, -1), [{ good: true }]);
  t.true(messages.at(-1) instanceof MalformedMessage);
});

test('what follows a value in its payload is ignored, as in Node', (t) => {
  const longer = Buffer.concat([writtenAlone(1), writtenAlone(2)]);
  t.deepEqual(readPayloads(...joined([longer, writtenAlone(3), longer])), [1, 3, 1]);
});
