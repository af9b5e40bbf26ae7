import { Buffer } from 'node:buffer';
import { loadProcessAddon } from '../../binding/process-addon';
import { noteUse, USES_SYNCHRONOUS } from '../../bundles/uses';
import { invalidArgumentType } from '../../errors';
import { NODE_MAJOR } from '../../node-version';
import { processState } from '../../process-state';
import { defineHidden } from '../../realm/define-property';
import { apply, arrayMap, hasOwn, isArray, isView } from '../../realm/primordials';
import { closeGrace, forceKillDelay } from '../arguments/ending-options';
import { environmentPairs } from '../arguments/environment';
import { normalizeSpawn } from '../arguments/normalize-spawn';
import { refuseOwnOptions } from '../arguments/own-options';
import { killSignalNumber, signalName } from '../arguments/signals';
import { stdioBesideTerminal } from '../arguments/terminal';
import { validateMaxBuffer, validateTimeout } from '../arguments/validate-number';
import type { SynchronousOptions, SynchronousOutcome } from '../backend-types';
import { refuseWithoutPermission } from '../child/refuse-without-permission';
import { spawnError } from '../child/spawn-error';
import { logCall, logsCalls } from '../hooks/debug-log';
import { nodeBackend } from '../load-node-backend';
import { bytesOf } from '../native/bytes-of-view';
import { failedPart } from '../native/failed-step';
import { refuseOnWindows } from '../native/on-windows';
import { resourceUsageOf } from '../native/resource-usage';
import { buildRequest } from '../native/spawn-request';
import { startsByNode } from '../native/starts-by-node';
import { runProcess } from '../native/synchronous-exchange';
import { type PlannedEntry, planStdio } from '../stdio/plan';
import type { NormalizedOptions, SpawnSyncOptions } from '../types/options';
import type { OutputBytes } from '../types/output-bytes';
import { spawnSyncByNode } from './left-to-node';
import type { SpawnSync, SpawnSyncReturns } from './spawn-sync-signatures';

/** What `stdout` and `stderr` are when the process never ran. */
const NOTHING_RAN = NODE_MAJOR < 22 ? null : undefined;

// Kept from before any program could replace them.
const { from } = Buffer;
const { toString: toText } = Buffer.prototype;

/** The same on every system. */
const SIGTERM = 15;

/** 1 MiB. */
const DEFAULT_MAX_BUFFER = 1024 * 1024;

/**
 * Makes the function that runs a process from start to end, blocking the event loop: see
 * {@link SpawnSync}.
 *
 * @param asNode - whether it reads no other options than Node's
 */
function spawnSyncOf(asNode: boolean): SpawnSync {
  return function spawnSync(
    command: string,
    args?: readonly string[] | SpawnSyncOptions | null,
    options?: SpawnSyncOptions,
  ): SpawnSyncReturns<string | OutputBytes> {
    const replacement = processState.replacementOfSpawnSync?.() as SpawnSync | undefined;
    if (replacement) {
      const given = (isArray(args) ? options : (args ?? options)) as SpawnSyncOptions | undefined;
      if (!asNode) refuseOwnOptions(given, "where process.binding('spawn_sync').spawn was replaced");
      return replacement(command, args as readonly string[], options);
    }
    const normalized: NormalizedOptions & SpawnSyncOptions = normalizeSpawn(command, args, options, logsCalls, asNode);
    // As in Node, a `maxBuffer` that is there with the value `undefined` is no limit.
    if (!('maxBuffer' in normalized)) normalized.maxBuffer = DEFAULT_MAX_BUFFER;
    logCall('spawnSync', normalized);
    const { timeout, maxBuffer, encoding } = normalized;
    validateTimeout(timeout);
    validateMaxBuffer(maxBuffer);
    const killSignal = killSignalNumber(normalized.killSignal) ?? SIGTERM;
    const stdio = normalized.terminal == null ? normalized.stdio || 'pipe' : stdioBesideTerminal(normalized.stdio);
    noteUse(USES_SYNCHRONOUS);
    const { entries } = planStdio(stdio, true);
    refuseWithoutPermission(normalized, entries);
    const built = buildRequest(normalized, entries, false, environmentPairs(normalized));
    // Node's `spawn()` ignores an empty path; its `spawnSync()` tries to enter it, which is ENOENT.
    const request = normalized.cwd === '' ? { ...built, workingDirectory: '' } : built;
    const limits: SynchronousOptions = {
      // Last: nothing that runs from here on is the program's, so that it cannot detach or shrink
      // what the addon reads.
      input: inputs(entries, normalized),
      timeout: timeout ?? 0,
      // As in Node, 0 is no limit, unlike that of `exec()`.
      maxBuffer: maxBuffer || Infinity,
      killSignal,
      killAfter: forceKillDelay(normalized.forceKillAfterDelay) ?? Infinity,
      closeGrace: closeGrace(normalized.closeGrace) ?? Infinity,
    };
    if (request.refusal !== 0) return toResult({ ...NEVER_RAN, error: request.refusal }, normalized, encoding);
    if (startsByNode(entries)) {
      let backend: ReturnType<typeof nodeBackend>;
      try {
        backend = nodeBackend();
      } catch (error) {
        return spawnSyncByNode(error, normalized, [command, args, options], own) as SpawnSyncReturns<string>;
      }
      return toResult(backend.runByNode(request, normalized, limits), normalized, encoding);
    }
    refuseOnWindows(request);
    return toResult(runProcess(loadProcessAddon(), request, limits), normalized, encoding);
  } as SpawnSync;
}

const own = spawnSyncOf(false);
const asNode = spawnSyncOf(true);

export { asNode as spawnSyncAsNode, own as spawnSync };

const NEVER_RAN: SynchronousOutcome = { error: 0, pid: 0, signal: 0, failedStep: 0, byNode: undefined };

function inputs(entries: readonly PlannedEntry[], options: SpawnSyncOptions): (Uint8Array | null)[] {
  return arrayMap(entries, (entry, position) => {
    const own = entry.type === 'pipe' && hasOwn(entry, 'input') ? entry.input : undefined;
    const input = position === 0 && options.input ? options.input : own;
    return input == null ? null : toBytes(input, position, options.encoding);
  });
}

function toBytes(input: unknown, position: number, encoding: string | null | undefined): Uint8Array {
  if (isView(input)) return bytesOf(input);
  if (typeof input === 'string') return from(input, encoding as BufferEncoding);
  throw invalidArgumentType(`options.stdio[${position}]`, ['Buffer', 'TypedArray', 'DataView', 'string'], input);
}

function toResult(
  outcome: SynchronousOutcome,
  options: NormalizedOptions,
  encoding: string | null | undefined,
): SpawnSyncReturns<string | OutputBytes> {
  const decode = encoding && encoding !== 'buffer';
  const output =
    outcome.output === undefined
      ? null
      : arrayMap(outcome.output, (bytes) => {
          if (!bytes) return null;
          return decode ? (apply(toText, bytes, [encoding]) as string) : bytes;
        });
  const result = {
    ...(outcome.error === 0 ? {} : { error: runError(outcome, options) }),
    status: outcome.status ?? null,
    signal: outcome.byNode === undefined ? endingSignal(outcome.signal) : outcome.byNode.signal,
    output,
    pid: outcome.pid,
    stdout: output ? (output[1] ?? null) : NOTHING_RAN,
    stderr: output ? (output[2] ?? null) : NOTHING_RAN,
    ...(outcome.forceKilled ? { isForcefullyTerminated: true } : {}),
    ...(outcome.isCut ? { outputCut: true } : {}),
  };
  if (outcome.usage) {
    defineHidden(result, 'resourceUsage', resourceUsageOf(outcome.usage));
  }
  return result as SpawnSyncReturns<string | OutputBytes>;
}

/** As in Node, a signal without a name (those of real time) is an empty string. */
function endingSignal(signal: number): NodeJS.Signals | '' | null {
  return signal === 0 ? null : (signalName(signal) ?? '');
}

function runError(outcome: SynchronousOutcome, options: NormalizedOptions): Error {
  const { byNode, failedStep } = outcome;
  const failed = byNode === undefined ? failedPart(failedStep, options.cwd ?? undefined) : byNode.failed;
  return spawnError(outcome.error, `spawnSync ${options.file}`, options.file, options.args, failed);
}
