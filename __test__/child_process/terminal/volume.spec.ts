/**
 * Much of everything: a quick count here, and the full one with `RT_STD_TERMINALS=full` (100 MiB,
 * 2,000 terminals, a million lines).
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import childProcess from 'rt-std/child_process';
import { ended, Screen, shell } from './support';

const { spawn, spawnSync } = childProcess;
const IS_FULL = process.env.RT_STD_TERMINALS === 'full';
const MIB = 2 ** 20;

test.serial('nothing of many bytes is lost or changed', async (t) => {
  t.timeout(300_000);
  const bytes = (IS_FULL ? 100 : 4) * MIB;
  const script = `head -c ${bytes} /dev/zero | openssl enc -aes-128-ctr -K 00 -iv 00 2>/dev/null`;
  const expected = spawnSync('sh', ['-c', `${script} | sha256sum`], { encoding: 'utf8' }).stdout.slice(0, 64);
  const child = shell(script, { terminal: { raw: true, modes: { outputNewlines: false } } });
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of child.terminal) {
    hash.update(chunk as Buffer);
    length += (chunk as Buffer).length;
  }
  t.is(length, bytes);
  t.is(hash.digest('hex'), expected);
});

test.serial('many bytes are typed, while as many come back', async (t) => {
  t.timeout(300_000);
  const line = `${'x'.repeat(99)}\n`;
  const lines = IS_FULL ? 1_000_000 : 20_000;
  const child = spawn('cat', { terminal: { raw: true, modes: { outputNewlines: false } } });
  let received = 0;
  child.terminal.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  for (let index = 0; index < lines; index += 100) {
    if (!child.terminal.write(line.repeat(100))) await once(child.terminal, 'drain');
  }
  while (received < lines * line.length) await delay(5);
  t.is(received, lines * line.length);
  child.terminal.destroy();
  await once(child, 'close');
});

test.serial('terminals that were opened and closed leave no descriptor and no process', async (t) => {
  t.timeout(300_000);
  const open = () => readdirSync('/proc/self/fd').length;
  const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').length;
  await ended(shell('true'));
  const before = { open: open(), children: children() };
  const count = IS_FULL ? 2000 : 60;
  for (let index = 0; index < count; index += 20) {
    const group = Array.from({ length: 20 }, (_, position) => {
      if (position % 2 === 0) return ended(shell('echo $$'));
      const child = shell('exec sleep 600');
      child.terminal.destroy();
      return once(child, 'close');
    });
    await Promise.all(group);
  }
  await delay(50);
  t.is(children(), before.children);
  // One of the first may have been closed late.
  t.true(open() <= before.open, `${open()} of ${before.open}`);
});

test.serial('a storm of resizes ends with the last size', async (t) => {
  const child = shell('trap : WINCH; echo ready; until read line; do :; done; stty size', {
    terminal: { modes: { echo: false } },
  });
  const screen = new Screen(child);
  await screen.until('ready');
  for (let index = 1; index <= (IS_FULL ? 20_000 : 1000); index++)
    child.terminal.resize(index % 500 || 1, index % 300 || 1);
  child.terminal.resize(123, 45);
  child.terminal.write('\n');
  await screen.until('45 123');
  child.terminal.destroy();
  await once(child, 'close');
  t.pass();
});

test.serial('a slow reader holds the child up, and memory stays bounded', async (t) => {
  t.timeout(300_000);
  const lines = IS_FULL ? 1_000_000 : 100_000;
  const child = spawn('seq', [String(lines)], { terminal: {} });
  let seen = 0;
  let last = '';
  let most = 0;
  for await (const chunk of child.terminal) {
    for (const byte of chunk as Buffer) if (byte === 10) seen++;
    last = String(chunk).slice(-20);
    most = Math.max(most, child.terminal.readableLength);
    if (seen % 7 === 0) await delay(1);
  }
  t.is(seen, lines);
  t.true(last.endsWith(`${lines}\r\n`));
  // What the stream holds besides the chunk that is read.
  t.true(most <= 2 * 64 * 1024, String(most));
});
