import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { testOwnChannel } from '../../support/own-channel';
import { NODE } from '../../support/portable';
import { PACKAGE } from '../../support/program';
import { type ChildProcess, event } from './both-modules';
import { PEER_FUNCTIONS, rawPeer, writesRaw } from './raw-peer';

/** A child that writes these bytes, a character for each, and then waits for the channel's end. */
function writer(bytes: string, serialization: 'json' | 'advanced' = 'json'): ChildProcess {
  return writesRaw(Buffer.from(bytes, 'latin1'), serialization);
}

interface Seen {
  readonly messages: unknown[];
  readonly errors: NodeJS.ErrnoException[];
}

async function watch(child: ChildProcess): Promise<Seen> {
  const seen: Seen = { messages: [], errors: [] };
  child.on('message', (message) => seen.messages.push(message));
  child.on('error', (error) => seen.errors.push(error));
  await event(child, 'close');
  return seen;
}

const JSON_CASES: readonly (readonly [string, string, unknown[]])[] = [
  ['two halves of an array', '1\n[1\n2]\n3\n', [1]],
  ['two values on a line', '1\n2,3\n', [1]],
  ['an empty line', '\n', []],
  ['no JSON at all', '"good"\nhello\n"never"\n', ['good']],
  ['bytes that are no UTF-8, outside of a string', '\xff\n', []],
  ['a byte order mark', '\xef\xbb\xbf1\n', []],
];

for (const [name, bytes, messages] of JSON_CASES) {
  test(`${name}: what came before is delivered, then one error, and the channel is closed`, async (t) => {
    const seen = await watch(writer(bytes));
    t.deepEqual(seen.messages, messages);
    t.is(seen.errors.length, 1);
    t.is(seen.errors[0]?.code, 'ERR_IPC_MALFORMED_MESSAGE');
    t.true(seen.errors[0]?.cause instanceof SyntaxError);
  });
}

const ADVANCED_CASES: readonly (readonly [string, string])[] = [
  ['a payload that is no serialized value', '\x00\x00\x00\x03abc'],
  ['an empty payload', '\x00\x00\x00\x00'],
  ['a host object with an unknown tag', '\x00\x00\x00\x04\xff\x0f\x5c\x09'],
  ['an object that has a name twice', '\x00\x00\x00\x0f\xff\x0fo"\x01aI\x02"\x01aI\x04{\x02'],
];
/** Node's end of the channel may wait for that much. */
const ENDLESS: readonly [string, string] = ['a length of almost 4 GiB', '\xff\xff\xff\xff'];

for (const [name, bytes] of [...ADVANCED_CASES, ENDLESS]) {
  const declare: typeof testOwnChannel = name === ENDLESS[0] ? testOwnChannel : test;
  declare(`advanced, ${name}: one error, and the channel is closed`, async (t) => {
    const before = process.memoryUsage().rss;
    const seen = await watch(writer(bytes, 'advanced'));
    t.deepEqual(seen.messages, []);
    t.is(seen.errors.length, 1);
    t.is(seen.errors[0]?.code, 'ERR_IPC_MALFORMED_MESSAGE');
    t.true(process.memoryUsage().rss - before < 200 * 1024 * 1024);
  });
}

test.serial('when nobody listens for the error there is a warning, and the process lives', async (t) => {
  const child = writer('nonsense\n');
  const [warning] = (await event(process, 'warning')) as [NodeJS.ErrnoException];
  t.is(warning.name, 'MalformedMessageWarning');
  t.is(warning.code, 'ERR_IPC_MALFORMED_MESSAGE');
  await event(child, 'close');
});

test('bytes in a string that are no UTF-8 are replaced, as in Node', async (t) => {
  const child = writer('"a\xffb"\n"\xf0\x9f"\n"c"\n');
  child.on('message', (message) => message === 'c' && child.disconnect());
  const seen = await watch(child);
  t.deepEqual(seen, { messages: ['a\ufffdb', '\ufffd', 'c'], errors: [] });
});

test('an end in the middle of a message is no error, as in Node', async (t) => {
  const child = rawPeer(`write('"whole"\\n"half'); process.exit();`);
  t.deepEqual(await watch(child), { messages: ['whole'], errors: [] });
});

test('a copy in another realm says what was wrong with a frame as a copy in the main realm does', async (t) => {
  const load = join(PACKAGE, '__test__', 'fixtures', 'load-again.js');
  const entry = join(PACKAGE, 'dist', 'child_process', 'index.js');
  const program = `
    const { elsewhere, testRunner } = require(${JSON.stringify(load)});
    const { globals, builtins } = testRunner();
    const copies = [require(${JSON.stringify(entry)}), elsewhere(${JSON.stringify(entry)}, globals, builtins)];
    for (const { spawn } of copies) {
      const args = ['-e', ${JSON.stringify(`${PEER_FUNCTIONS} write('hello\\n'); untilDisconnected();`)}];
      const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
      spawn(${JSON.stringify(NODE)}, args, { stdio }).on('error', ({ message }) => console.log(message));
    }
  `;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['-e', program], { cwd: PACKAGE });
  t.is(stderr, '');
  const [first, second, ...rest] = stdout.trim().split('\n');
  t.regex(first ?? '', /malformed: Unexpected token/);
  t.is(second, first);
  t.deepEqual(rest, []);
});
