/**
 * Keeps a program running: starts it again when it crashes, each time after a longer pause, and
 * gives up when it does not stay up:
 *
 *     node main.mjs [--restarts N] [--delay MS] [--healthy MS] -- COMMAND [ARG...]
 *
 * Exits with 0 when the program ends with 0 or is asked to end, and with 1 when it gives up.
 * Nothing that the program has started outlives a crash of it, nor this process, by whatever that
 * ends.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { spawn } from 'rt-std/child_process';

const { values, positionals } = parseArgs({
  options: {
    restarts: { type: 'string', default: '5' }, // so many without success, and it gives up
    delay: { type: 'string', default: '500' }, // before the first restart; doubled with each
    healthy: { type: 'string', default: '10000' }, // who runs so long has started well
  },
  allowPositionals: true,
});
const [restarts, firstDelay, healthy] = [values.restarts, values.delay, values.healthy].map(Number);
const [command, ...args] = positionals;
if (command === undefined || [restarts, firstDelay, healthy].some((number) => !(number >= 0))) {
  console.error('Usage: node main.mjs [--restarts N] [--delay MS] [--healthy MS] -- COMMAND [ARG...]');
  process.exit(2);
}

const LONGEST_DELAY = 30_000;
/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE = 5000;

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => ending.abort());

/** Runs the program once, until nothing of it is left. */
async function runOnce() {
  const start = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    contain: true, // its helpers and daemons are part of it
    deathSignal: 'SIGKILL', // and end with this process, even by SIGKILL
    forceKillAfterDelay: GRACE,
  });
  const stop = () => child.pid !== undefined && child.killTree('SIGTERM');
  ending.signal.addEventListener('abort', stop);
  try {
    log(`started ${child.pid ?? command}`);
    // A program that cannot be started is a crash like others: it may be there after an update.
    const [code, signal] = await once(child, 'exit').catch((error) => [null, error.code]);
    const { userCPUTime = 0, systemCPUTime = 0 } = child.resourceUsage() ?? {};
    const seconds = (userCPUTime + systemCPUTime) / 1e6;
    log(`ended (${signal ?? code}) after ${seconds.toFixed(2)} s of processor time`);
    return { code, milliseconds: performance.now() - start };
  } finally {
    ending.signal.removeEventListener('abort', stop);
    // The next one needs the ports and files of those that the crash has left behind.
    if (child.pid !== undefined) child.killTree('SIGKILL');
  }
}

function log(text) {
  console.error(`[supervisor] ${text}`);
}

async function supervise() {
  for (let crashes = 0; ; ) {
    const { code, milliseconds } = await runOnce();
    if (code === 0 || ending.signal.aborted) return 0;
    crashes = milliseconds >= healthy ? 1 : crashes + 1;
    if (crashes > restarts) {
      log(`gives up after ${restarts} restarts`);
      return 1;
    }
    const pause = Math.min(firstDelay * 2 ** (crashes - 1), LONGEST_DELAY);
    log(`starts again in ${pause} ms`);
    await delay(pause, undefined, { signal: ending.signal }).catch(() => {});
    if (ending.signal.aborted) return 0;
  }
}

process.exitCode = await supervise();
