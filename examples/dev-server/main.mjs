/**
 * Runs a program and starts it again whenever a file of a folder changes, as a development server
 * does:
 *
 *     node main.mjs                          runs app/server.mjs, watching app/
 *     node main.mjs FOLDER COMMAND [ARG...]  runs a command of your own in FOLDER, watching it
 *
 * Before the next start, all that the program has started is gone, too, so its ports are free.
 * Nothing of it is left when this program ends, by whatever: Ctrl-C, a crash, SIGKILL.
 */
import { once } from 'node:events';
import { watch } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawn } from 'rt-std/child_process';

/** Milliseconds in which further changes count as the same one: a save is often several events. */
const SETTLING = 100;
/** Milliseconds that the program has to clean up after SIGTERM. */
const GRACE = 2000;

const [folder = fileURLToPath(new URL('app/', import.meta.url)), ...given] = process.argv.slice(2);
const [command, ...args] = given.length > 0 ? given : [process.execPath, 'server.mjs'];

/** The running program; also one that has ended, whose descendants may still run. */
let child;
/** Starts and stops happen one after the other, in the order in which they were asked for. */
let queue = Promise.resolve();
let isEnding = false;

function start() {
  const started = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    contain: true, // killTree() reaches daemons, too, also after the program itself has ended
    deathSignal: 'SIGKILL', // when this process dies, the kernel and the guardian end the tree
    forceKillAfterDelay: GRACE, // for a program that ignores SIGTERM
  });
  started.on('spawn', () => log(`started ${started.pid}`));
  started.on('error', (error) => log(error.message));
  started.on('exit', (code, signal) => {
    if (!started.killed) log(`ended by itself (${signal ?? code}); waiting for a change`);
  });
  return started;
}

/** Ends the program and all that it has started, and waits until nothing of it runs. */
async function stop(old) {
  if (old?.pid === undefined) return; // it could not be started
  const isRunning = old.exitCode === null && old.signalCode === null;
  const exited = isRunning ? once(old, 'exit') : undefined;
  old.killTree('SIGTERM');
  await exited;
  // What has outlived the program gets the rest of the time, and then SIGKILL.
  const end = Date.now() + GRACE;
  while (old.killTree(0).signalled.length > 0) {
    if (Date.now() > end) old.killTree('SIGKILL');
    await delay(20);
  }
}

/** Asks for the next start. While one waits already, that one is enough. */
let isWaiting = false;
function restart(reason) {
  if (isWaiting || isEnding) return;
  isWaiting = true;
  queue = queue
    .then(async () => {
      await delay(SETTLING);
      isWaiting = false; // a change from here on needs a start of its own
      log(`${reason} changed`);
      await stop(child);
      if (!isEnding) child = start();
    })
    .catch(fail);
}

function end(status) {
  if (isEnding) return;
  isEnding = true;
  watcher.close();
  queue = queue
    .then(() => stop(child))
    .then(() => {
      process.exitCode = status;
    })
    .catch(fail);
}

function fail(error) {
  console.error(error);
  process.exit(1); // deathSignal ends the tree
}

function log(text) {
  console.error(`[dev-server] ${text}`);
}

const watcher = watch(folder, { recursive: true }, (_, name) => restart(name ?? 'a file'));
watcher.on('error', fail);
// The status by which shells show that a signal has ended a program: 130 for Ctrl-C.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => end(128 + constants.signals[name]));
child = start();
