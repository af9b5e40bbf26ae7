import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { ours } from '../../support/modules';
import { testButOnWindows } from '../../support/portable';
import { thrownBy } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';

const SHELL = 'which starts programs of POSIX';
const testInBun = testWhere(process.versions.bun !== undefined, 'this is not Bun');

async function textOf(stream: Readable | null): Promise<string> {
  let text = '';
  stream?.on('data', (data) => {
    text += data;
  });
  if (stream) await once(stream, 'end');
  return text.trim();
}

testButOnWindows('a child gets all that another one writes, though the parent has its stream', SHELL, async (t) => {
  const count = await sameAsNode(t, async ({ spawn }) => {
    const writes = ['-c', 'read line <&3; head -c 3000000 /dev/zero'];
    const writer = spawn('sh', writes, { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
    const { stdout } = writer;
    // By then the parent reads it.
    await new Promise(setImmediate);
    const reader = spawn('wc', ['-c'], { stdio: [stdout, 'pipe', 'inherit'] });
    (writer.stdio[3] as Socket).end('go\n');
    return textOf(reader.stdout);
  });
  t.is(count, '3000000');
});

testInBun(
  'a stream of which Bun has read what nobody has taken is refused, and one that was taken is not',
  async (t) => {
    const writer = ours.spawn('sh', ['-c', 'echo early; read line; echo late'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdout } = writer;
    await once(stdout as Readable, 'readable');
    const error = thrownBy(() => ours.spawn('cat', { stdio: [stdout, 'pipe', 'inherit'] }));
    t.like(error, {
      code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
      message:
        'A stream of which Bun has read 6 bytes already cannot be an entry of stdio: the child would not get them',
    });
    t.is(String(stdout?.read()), 'early\n');
    const reader = ours.spawn('cat', { stdio: [stdout, 'pipe', 'inherit'] });
    writer.stdin?.end('go\n');
    t.is(await textOf(reader.stdout), 'late');
  },
);
