import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { internal } from '../../support/internals';
import { fixture, PACKAGE } from '../../support/program';
import { Random } from '../../support/random';
import { MODULE_NAMES } from './both-modules';
import { readByV8 } from './payload-functions';
import { readFromChannel, writtenPayloads } from './raw-channel';

const run = promisify(execFile);

const { payloadWriter } = internal<{ payloadWriter(): (message: unknown) => Buffer }>(
  'child_process/ipc/channel-serializer',
);
const write = payloadWriter();
const readAlone = (payload: Buffer) => readByV8(payload)?.message;

/** What each value of the program's is asked for, in order. */
function watched(note: (what: string) => void): Record<string, () => unknown> {
  const noting = (name: string) => ({
    get text() {
      note(name);
      return name;
    },
  });
  return {
    'an accessor': () => noting('accessor'),
    'a Map': () => new Map<unknown, unknown>([[1, noting('in a Map')]]),
    'a Set': () => new Set([noting('in a Set')]),
    'an Error': () => Object.assign(new RangeError('message'), { stack: 'no stack' }),
    'an array': () => [noting('in an array')],
    'a Map in the guise of an object': () =>
      Object.setPrototypeOf(new Map([[1, noting('in a Map')]]), Object.prototype),
    'a Set in the guise of an object': () => Object.setPrototypeOf(new Set([noting('in a Set')]), Object.prototype),
    'an Error in the guise of an object': () =>
      Object.setPrototypeOf(Object.assign(new Error('message'), { stack: 'no stack' }), Object.prototype),
    'a Date': () => new Date(7),
    'an expression': () => /a/g,
    'a Buffer': () => Buffer.from('bytes'),
    'an ArrayBuffer': () => new ArrayBuffer(8),
    'no prototype': () => Object.assign(Object.create(null), { text: 'x' }),
    'a class': () =>
      new (class Page {
        text = 'x';
      })(),
    'a flat object': () => ({ index: 1, text: 'short', big: 1n, yes: true, nothing: null, missing: undefined }),
    'names that are numbers': () => ({ 3: 'three', a: 1, 1: 'one' }),
  };
}

test("'advanced': what is written, and how often the program's accessors run, is as with V8's serializer", async (t) => {
  const [notes, expectedNotes]: [string[], string[]] = [[], []];
  const actual = await writtenPayloads((child) => {
    for (const make of Object.values(watched((what) => notes.push(what)))) child.send(make() as object);
  });
  const expected = Object.values(watched((what) => expectedNotes.push(what))).map((make) => write(make()));
  t.deepEqual(actual, expected);
  t.true(notes.length > 0);
  t.deepEqual(notes, expectedNotes);
});

test("'advanced': random messages are written and read the same together and one by one", async (t) => {
  const seed = Number(process.env.RT_SEED ?? Date.now() % 2 ** 31);
  const random = new Random(seed);
  const value = (depth: number): unknown => {
    switch (random.below(depth > 2 ? 8 : 12)) {
      case 0:
        return 'x'.repeat(random.of([0, 1, 94, 300, 1000]));
      case 1:
        return random.of(['^', '^^^^', 'é', '\u4e2d^', 'o"']);
      case 2:
        return random.below(100_000) / 8;
      case 3:
        return random.of([null, true, false, undefined, 5n, -(2n ** 70n)]);
      case 8:
        return random.many(3, () => value(depth + 1));
      case 9:
        return new Map([[value(3), value(depth + 1)]]);
      case 10:
        return random.of([new Date(1), Buffer.from('^^'), new Float64Array([1, 2]), /x/]);
      case 11:
        return Object.fromEntries(random.many(4, () => [random.of(['a', 'b', '1', '^', 'text']), value(depth + 1)]));
      default:
        return random.below(94 * 94);
    }
  };
  for (let round = 0; round < 60; round++) {
    const messages: unknown[] = random
      .many(40, () =>
        Object.fromEntries(random.many(4, (): [string, unknown] => [random.of(['a', 'b', 'c^']), value(1)])),
      )
      .concat({});
    if (random.oneIn(3)) messages.push(messages[0]);
    const payloads = await writtenPayloads((child) => {
      for (const message of messages) child.send(message as object);
    });
    const expected = messages.map(write).map(readAlone);
    // The bytes of a number depend on whether V8 keeps it as an integer.
    t.deepEqual(payloads.map(readAlone), expected, `RT_SEED=${seed}`);
    const { messages: read } = await readFromChannel(payloads);
    t.deepEqual(read, expected, `RT_SEED=${seed}`);
  }
});

test("'advanced': a large Buffer takes about as long as in Node, and messages are not kept alive", async (t) => {
  const program = (module: string) => `
    const { fork } = require('${module}');
    const child = fork(${JSON.stringify(fixture('ipc-count.js'))}, { serialization: 'advanced', silent: true });
    const bytes = Buffer.alloc(8 * 1024 * 1024, 7);
    const { user: before } = process.cpuUsage();
    child.send(bytes);
    const { user: after } = process.cpuUsage();
    let alive = true;
    const registry = new FinalizationRegistry(() => { alive = false; });
    registry.register(send(), 0);
    function send() { const message = { index: 1, inner: { list: [new Map([[{}, {}]])] } }; child.send(message); return message.inner; }
    let attempts = 0;
    const timer = setInterval(() => {
      gc();
      attempts += 1;
      if (alive && attempts < 100) return;
      clearInterval(timer);
      console.log(JSON.stringify([after - before, alive]));
      child.kill();
    }, 20);
  `;
  const [[own, alive], [node]] = (await Promise.all(
    [MODULE_NAMES.ours, MODULE_NAMES.node].map(async (module) => {
      const { stdout } = await run(process.execPath, ['--expose-gc', '-e', program(module)], { cwd: PACKAGE });
      return JSON.parse(stdout);
    }),
  )) as [[number, boolean], [number, boolean]];
  // It took 500 times as long when the indices of the bytes were listed.
  t.true(own < 20 * node + 50_000, `${own} µs, Node ${node} µs`);
  t.false(alive);
});

test('a JSON text that would be longer than the longest string is an error at the call, as in Node', async (t) => {
  const program = (module: string) => `
    const { fork } = require('${module}');
    const child = fork(${JSON.stringify(fixture('ipc-echo.js'))});
    child.send('a'.repeat(1000));
    child.once('message', () => {
      try {
        console.log(child.send({ index: 1, text: '\\u0001'.repeat(90_000_000) }));
      } catch (error) {
        console.log(error.name, error.message);
      }
      child.send('still there');
      child.once('message', (message) => {
        console.log(message);
        child.disconnect();
      });
    });
  `;
  for (const module of [MODULE_NAMES.ours, MODULE_NAMES.node]) {
    const { stdout } = await run(process.execPath, ['-e', program(module)], { cwd: PACKAGE });
    t.is(stdout, 'RangeError Invalid string length\nstill there\n');
  }
});

test('channels that are idle do not keep the memory of the longest messages that they have received', async (t) => {
  const { stdout } = await run(
    process.execPath,
    [
      '--expose-gc',
      '-e',
      `
      const { spawn } = require('${MODULE_NAMES.ours}');
      const sizes = [];
      next();
      function next() {
        gc();
        sizes.push(process.memoryUsage().rss);
        if (sizes.length === 8) {
          console.log(JSON.stringify(sizes));
          process.exit();
        }
        const script = "process.send('x'.repeat(40_000_000)); process.on('message', () => {})";
        const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
        child.once('message', () => setTimeout(next, 50));
      }
      `,
    ],
    { cwd: PACKAGE },
  );
  const [, first = 0, ...others] = JSON.parse(stdout) as number[];
  t.true((others.at(-1) ?? 0) < first + 100 * 1024 * 1024, stdout);
});
