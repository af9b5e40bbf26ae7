import { createHash } from 'node:crypto';
import { on, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fork } from 'rt-std/child_process';

const MESSAGES = 1000;

/**
 * Forks a worker, has it answer messages, and lets it go.
 *
 * @param {import('./report.mjs').Report} report
 */
export async function visitFork(report) {
  const worker = fork(new URL('worker.mjs', import.meta.url), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const output = text(worker.stdout);
  const closed = once(worker, 'close');
  try {
    const [{ greeting, from }] = await once(worker, 'message');
    report.check(
      from === worker.pid,
      `fork('worker.mjs'), pid ${worker.pid}: the worker says ${greeting}`,
      String(from),
    );

    const start = performance.now();
    const answers = await exchange(worker);
    const milliseconds = performance.now() - start;
    const right = answers.filter(({ id, hash }) => hash === sha256(message(id).text)).length;
    const order = answers.every(({ id }, index) => id === index);
    report.check(
      right === MESSAGES && order,
      `${MESSAGES} messages sent, ${right} answered with the right hash, in order, in ${milliseconds.toFixed(0)} ms`,
    );

    worker.disconnect();
    const [code, signal] = await closed;
    const lastWords = (await output).trim();
    const description = `disconnect(): the worker prints '${lastWords}' and exits with ${signal ?? code}`;
    report.check(code === 0 && lastWords === `disconnected after ${MESSAGES} messages`, description);
    report.check(worker.connected === false, 'connected is false');
  } finally {
    // After a failure the worker would wait for messages for ever.
    worker.kill('SIGKILL');
  }
}

async function exchange(worker) {
  const incoming = on(worker, 'message', { close: ['disconnect'] });
  for (let id = 0; id < MESSAGES; id++) worker.send(message(id));
  const answers = [];
  for await (const [answer] of incoming) {
    answers.push(answer);
    if (answers.length === MESSAGES) break;
  }
  return answers;
}

/** From a few bytes to a few kilobytes, with characters of one to four bytes. */
function message(id) {
  return { id, text: `№ ${id}: naïve café 🦀 `.repeat(1 + (id % 97)) };
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}
