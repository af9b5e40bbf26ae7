import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { report } from '../run/progress.mjs';

const beat = 10_000;
// An owner touches its lock every `beat`; one that has not done so for this long is gone, wherever
// it ran.
const silence = 120_000;

// A pid means something only in the pid namespace it belongs to: two containers may share a cache
// folder.
const place = `${hostname()} ${pidNamespace()}`;
let attempts = 0;

/**
 * Runs `body` while holding the lock at `path`; waits for another owner, and breaks the lock of one
 * that has died.
 *
 * What is done under the lock must survive two owners at once all the same (own temporary folder,
 * atomic rename): breaking a lock cannot be made perfectly safe on a file system alone. The lock
 * saves doing the work twice.
 */
export async function withLock(path, step, body) {
  const token = `${process.pid}\n${place}\n${Date.now()}-${attempts++}\n`;
  await acquire(path, token, step);
  const timer = setInterval(() => touch(path), beat).unref();
  const release = () => {
    clearInterval(timer);
    if (read(path) === token) rmSync(path, { force: true });
  };
  process.once('exit', release);
  try {
    return await body();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

async function acquire(path, token, step) {
  const own = `${path}.${process.pid}.${attempts++}`;
  writeFileSync(own, token);
  try {
    for (let waited = 0; ; waited++) {
      if (claim(own, path)) return;
      const found = read(path);
      if (found !== undefined && ownerIsGone(path, found)) {
        remove(path, found);
        continue;
      }
      if (waited % 60 === 4)
        report(step, `waiting for process ${found?.split('\n')[0]}, which is doing the same (${path})`);
      await delay(500);
    }
  } finally {
    unlinkSync(own);
  }
}

// A link is made with its content in place, so no one ever reads a half-written lock.
function claim(own, path) {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function ownerIsGone(path, token) {
  const [pid, owner] = token.split('\n');
  if (owner === place && !isAlive(Number(pid))) return true;
  try {
    return Date.now() - statSync(path).mtimeMs > silence;
  } catch {
    return false;
  }
}

// Renaming first tells whether the lock is still the one that was judged: another process may have
// replaced it meanwhile.
function remove(path, judged) {
  const aside = `${path}.${process.pid}.${attempts++}.broken`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (read(aside) !== judged) claim(aside, path);
  rmSync(aside, { force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function touch(path) {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // The lock was broken while this process was suspended; the work goes on and is published
    // atomically.
  }
}

function pidNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
