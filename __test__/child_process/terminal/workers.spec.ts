/** Terminals of workers, and who has a terminal's other side. */
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import test from 'ava';
import { isThere } from '../../support/processes';
import { testWhere } from '../../support/test-where';
import { ended, HAS_TERMINALS, Screen, shell } from './support';

const linux = testWhere(HAS_TERMINALS, 'there are no terminals', test.serial);

/** How many terminals this process has opened for others. */
function openTerminals(): number {
  const links = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => /^\/dev\/(pts\/)?ptmx$/.test(link)).length;
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!condition() && Date.now() < deadline) await delay(5);
}

const IN_WORKER = `
  const { parentPort } = require('node:worker_threads');
  const { spawn } = require('rt-std/child_process');
  let shown = 0;
  const children = Array.from({ length: 5 }, () => spawn('sh', ['-c', 'echo ready; sleep 600'], { terminal: {} }));
  for (const { terminal } of children) {
    terminal.on('data', () => {
      if (++shown === children.length) parentPort.postMessage(children.map((child) => child.pid));
    });
  }`;

linux('a terminated worker closes its terminals, which ends what runs in them', async (t) => {
  const before = openTerminals();
  const worker = new Worker(IN_WORKER, { eval: true });
  const pids = await new Promise<number[]>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  t.is(openTerminals(), before + 5);
  t.deepEqual(pids.map(isThere), [true, true, true, true, true]);
  await worker.terminate();
  await until(() => openTerminals() === before && !pids.some(isThere));
  t.is(openTerminals(), before);
  t.deepEqual(pids.map(isThere), [false, false, false, false, false]);
});

linux('a child does not get the terminals of others', async (t) => {
  const first = shell('echo ready; read line');
  const screen = new Screen(first);
  await screen.until('ready');
  const { text } = await ended(shell('ls -l /proc/self/fd'));
  t.regex(text, /pts/);
  t.notRegex(text, /ptmx/);
  t.false(text.includes(`${first.terminal.path}\r\n`), text);
  first.terminal.write('\r');
  await new Promise((resolve) => first.once('close', resolve));
});
