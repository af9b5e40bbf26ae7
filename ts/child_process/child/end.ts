import { process } from '../../realm/main-realm';
import { setImmediate } from '../../realm/main-timers';
import { systemConstants } from '../../system-constants';
import type { FailedPart } from '../backend-types';
import { lateStreamsOf } from '../stdio/late-properties';
import { drainUnread } from '../stdio/parent-streams';
import { terminalOf } from '../terminal/of-child';
import type { Terminal } from '../terminal/terminal';
import type { ChildState } from './child-state';
import { beginGrace, endGrace } from './close-grace';
import { spawnError } from './spawn-error';

/**
 * Sets what a child ended with, emits `'exit'` or `'error'`, and lets its streams end.
 *
 * @param child - a child that has ended, or whose spawn failed
 * @param exitCode - its exit code, or the negative error number of the failed spawn
 * @param signal - what ended it
 * @param failed - what failed, where that was not the program
 */
export function childEnded(
  child: ChildState,
  exitCode: number,
  signal: NodeJS.Signals | null,
  failed?: FailedPart,
): void {
  if (signal) child.signalCode = signal;
  else child.exitCode = exitCode;
  const late = lateStreamsOf(child);
  if (!late?.closeInput()) child.stdin?.destroy();
  terminalOf(child)?.childEnded();
  child._handle?.close();
  child._handle = null;
  let threw = true;
  try {
    if (exitCode < 0) child.emit('error', errorOfSpawn(child, exitCode, failed));
    else {
      beginGrace(child);
      child.emit('exit', child.exitCode, child.signalCode);
    }
    threw = false;
  } finally {
    // In a tick of its own, since a listener of 'exit' may still begin to read.
    if (late === undefined) process.nextTick(drainUnread, child.stdio);
    else {
      process.nextTick(() => late.beginToDrain());
      // Behind an exit, the handle does that.
      if (exitCode < 0) setImmediate(() => late.drain());
    }
    const terminal = terminalOf(child);
    if (terminal !== undefined) process.nextTick(drainTerminal, terminal);
    // A program that ends by the exception must not see 'close' before.
    if (threw) process.nextTick(oneClosed, child);
    else oneClosed(child);
  }
}

/** Lets a terminal that nobody has begun to read end. */
function drainTerminal(terminal: Terminal): void {
  if (terminal.readableFlowing === null && terminal.listenerCount('readable') === 0) terminal.resume();
}

/** One of the child's exit, streams and channel has ended. `'close'` follows the last of them. */
export function oneClosed(child: ChildState): void {
  child._closesGot++;
  if (child._closesGot !== child._closesNeeded) return;
  endGrace(child);
  child.emit('close', child.exitCode, child.signalCode);
}

/**
 * Kills a child whose spawn succeeded in a call that throws: the caller never gets the object to
 * kill it by.
 *
 * @param child - a child whose spawn succeeded
 */
export function endUnowned(child: ChildState): void {
  child._handle?.kill(systemConstants().signals.SIGKILL);
  terminalOf(child)?.destroy();
  const { stdio } = child;
  for (let position = 0; position < (stdio?.length ?? 0); position++) stdio[position]?.destroy();
}

/** The error of a spawn, with what was to be started. */
export function errorOfSpawn(child: ChildState, errno: number, failed: FailedPart | undefined): Error {
  const syscall = child.spawnfile ? `spawn ${child.spawnfile}` : 'spawn';
  return spawnError(errno, syscall, child.spawnfile, child.spawnargs, failed);
}
