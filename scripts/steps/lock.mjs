import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { report } from '../run/progress.mjs';

const pause = 500;
const beat = 10_000;
// An owner touches its lock every `beat`: one that has not done so for this long is gone.
const silence = 120_000;

/**
 * Runs `body` while holding the lock at `path`. It waits for another owner, and breaks the lock of
 * one that is gone.
 *
 * The lock only saves doing the work twice. `body` must allow for a second owner (its own temporary
 * folder, then one rename): an owner in another container, or one that was suspended, looks gone.
 */
export async function withLock(path, step, body) {
  await acquire(path, step);
  const timer = setInterval(() => touch(path), beat).unref();
  const release = () => {
    clearInterval(timer);
    if (ownerOf(path) === process.pid) rmSync(path, { force: true });
  };
  process.once('exit', release);
  try {
    return await body();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

async function acquire(path, step) {
  for (let waited = 0; ; waited++) {
    try {
      writeFileSync(path, `${process.pid}\n`, { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned(path)) rmSync(path, { force: true });
    else {
      if (waited % 60 === 4) report(step, `waiting for process ${ownerOf(path)}, which is doing the same (${path})`);
      await delay(pause);
    }
  }
}

function isAbandoned(path) {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  const owner = ownerOf(path);
  // Between its creation and its first write the file is empty.
  return age > silence || (owner > 0 && !isAlive(owner));
}

function ownerOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function touch(path) {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // The lock was broken while this process was suspended. The work goes on.
  }
}
