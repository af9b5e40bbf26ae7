import { join } from 'node:path';
import { theirs } from '../../support/modules';
import { IS_WINDOWS } from '../../support/portable';
import { PACKAGE } from '../../support/program';
import type { Module } from '../../support/recorder';
import { IS_NODE, sameAsNode } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';

const test = testWhere(IS_NODE && !IS_WINDOWS, 'no shell gives its channel to two Nodes here');

const OVERRIDE = join(PACKAGE, 'dist', 'override', 'index.js');

/** How a program that has sent its name ends. */
const ENDINGS: Record<string, string> = {
  'ends by itself': '',
  disconnects: 'process.disconnect();',
  'has got a message and disconnects': `process.once('message', () => process.disconnect());`,
  exits: 'process.exit();',
};

/** Sends how it is connected. */
function program(name: string, ending: string): string {
  return `
    process.on('error', (error) => console.error(error.code));
    process.send('${name} ' + process.connected);
    ${ending}
  `;
}

/** What a parent sees of a shell that runs two programs, which have the same end of a channel. */
async function seenOf(module: Module, commandLine: string): Promise<unknown> {
  const seen: unknown[] = [];
  const env = {
    ...process.env,
    NODE: process.execPath,
    OVERRIDE: module === theirs ? '--no-warnings' : `--require=${OVERRIDE}`,
  };
  const child = module.spawn('sh', ['-c', commandLine], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => seen.push(String(text)));
  child.on('message', (message) => {
    seen.push(message);
    // A program that has ended gets it no more.
    child.send('go on', () => {});
  });
  child.on('disconnect', () => seen.push('disconnect'));
  await new Promise((resolve) => child.on('close', resolve));
  return seen;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

for (const [title, ending] of Object.entries(ENDINGS)) {
  test(`a program that ${title} leaves the channel to the one that comes after it`, async (t) => {
    const [first, second] = ['first', 'second'].map((name) => quoted(program(name, ending)));
    const line = `"$NODE" "$OVERRIDE" -e ${first}; "$NODE" "$OVERRIDE" -e ${second}`;
    const seen = await sameAsNode(t, (module) => seenOf(module, line));
    t.deepEqual(seen, ['first true', 'second true', 'disconnect']);
  });
}

test('a program that ends leaves the channel to one that runs beside it', async (t) => {
  const long = "process.send('long'); setTimeout(() => process.send('last', () => process.disconnect()), 1500);";
  const short = "process.send('short', () => process.disconnect());";
  const line = `"$NODE" "$OVERRIDE" -e ${quoted(long)} & "$NODE" "$OVERRIDE" -e ${quoted(short)}; wait`;
  const seen = await sameAsNode(t, async (module) => [...((await seenOf(module, line)) as string[])].sort());
  t.deepEqual(seen, ['disconnect', 'last', 'long', 'short']);
});
