import { text } from 'node:stream/consumers';
import { ours } from '../../support/modules';
import { testOwnChannel } from '../../support/own-channel';
import { IS_WINDOWS } from '../../support/portable';
import { testWhere } from '../../support/test-where';

const testOfOurEnd = testWhere(!IS_WINDOWS, 'starts the reader by a POSIX shell', testOwnChannel);

const MANY = 40_000;

/**
 * Counts the frames of its channel as Node before 20.19, 22.14 and 23.7 does: it looks for a length
 * in the first of the pieces only.
 */
const OLD_READER = `
  let pieces = [];
  let size = 0;
  let count = 0;
  const stop = () => {
    console.log(count);
    process.exit();
  };
  const channel = new (require('node:net').Socket)({ fd: 3 });
  channel.on('data', (bytes) => {
    pieces.push(bytes);
    size += bytes.length;
    let head = pieces[0];
    while (head.length >= 4) {
      const end = head.readUInt32BE() + 4;
      if (size < end) break;
      head = Buffer.concat(pieces).subarray(end);
      size = head.length;
      pieces = size > 0 ? [head] : [];
      count++;
    }
    if (count === ${MANY}) stop();
  });
  channel.on('end', stop);
`;

for (const most of [30, 600, 6_000]) {
  const title = `a reader that loses its place within a length gets all messages of up to ${most} characters`;
  testOfOurEnd(title, async (t) => {
    // Not this process's Node: what reads the channel may be an old one.
    const script = 'unset NODE_CHANNEL_FD; exec "$0" -e "$1"';
    const child = ours.spawn('/bin/sh', ['-c', script, process.execPath, OLD_READER], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    const limit = setTimeout(() => child.disconnect(), 30_000);
    t.teardown(() => clearTimeout(limit));
    const printed = text(child.stdout as NonNullable<typeof child.stdout>);
    child.kill('SIGSTOP');
    for (let index = 0; index < MANY; index++) child.send({ text: 'x'.repeat((index * 7919) % most) }, () => {});
    child.kill('SIGCONT');
    t.is(await printed, `${MANY}\n`);
  });
}
