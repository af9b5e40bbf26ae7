import type { EventEmitter } from 'node:events';
import { loadProcessAddon } from '../../binding/process-addon';
import { noteUse, USES_CHILD } from '../../bundles/uses';
import { systemError } from '../../errors';
import { process } from '../../realm/main-realm';
import { environmentPairs } from '../arguments/environment';
import { toSerialization } from '../arguments/serialization';
import { stdioBesideTerminal, type TerminalSettings } from '../arguments/terminal';
import { validateArray, validateObject, validateString } from '../arguments/validate';
import type { FailedPart, SpawnRequest } from '../backend-types';
import { isOneOf, OF_FULL_TABLES } from '../error-names';
import { publishEnd, publishStart } from '../hooks/diagnostics';
import { announceChannel } from '../ipc/announce-channel';
import type { ChannelTarget } from '../ipc/channel-target';
import { failedPart } from '../native/failed-step';
import type { ProcessHandle } from '../native/process-handle';
import type { SpawnOutcome } from '../native/spawn-exchange';
import { buildRequest } from '../native/spawn-request';
import { startsByNode } from '../native/starts-by-node';
import { showStreams } from '../stdio/late-properties';
import { LateStreams, mayBeLate } from '../stdio/late-streams';
import { closeEnds, connectStreams, leaveAllToChild, type ParentStreams } from '../stdio/parent-streams';
import { type PlannedEntry, planStdio } from '../stdio/plan';
import { keepTerminal } from '../terminal/of-child';
import type { NormalizedOptions } from '../types/options';
import type { StdioStreams } from '../types/stdio';
import { holdChannelModules, letGo, loadChannelModules } from './channel-modules';
import type { ChildState } from './child-state';
import { keepContained } from './containment';
import { childEnded, endUnowned, errorOfSpawn, oneClosed } from './end';
import { refuseWithoutPermission } from './refuse-without-permission';

/**
 * Failures that a program meets in ordinary life: they come as an `'error'` event. All others are
 * thrown.
 */
const REPORTED_AS_EVENT = ['EACCES', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOENT'] as const;

/**
 * Starts the process of a child: the body of `ChildProcess.prototype.spawn`.
 *
 * @param child - a new child
 * @param options - not checked yet, since programs patch that method
 * @returns 0, or the negative error number of a failure that comes as an `'error'` event
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, and the system's other errors
 */
export function startChild(child: ChildState, options: NormalizedOptions): number {
  validateObject(options, 'options');
  const hasTerminal = options.terminal != null;
  const plan = planStdio(hasTerminal ? stdioBesideTerminal(options.stdio) : options.stdio || 'pipe', false);
  const serialization = toSerialization(options.serialization, plan.channel !== undefined);
  if (plan.channel !== undefined) {
    if (options.envPairs === undefined) options.envPairs = [];
    validateArray(options.envPairs, 'options.envPairs');
    announceChannel(options.envPairs, plan.channel, serialization);
  }
  validateString(options.file, 'options.file');
  child.spawnfile = options.file;
  if (options.args !== undefined) validateArray(options.args, 'options.args');
  child.spawnargs = options.args ?? [];

  // What may fail is done before the process is started, as far as that can be.
  const terminals = hasTerminal ? loadTerminals() : undefined;

  noteUse(USES_CHILD);
  publishStart(child, options, plan.entries);
  refuseWithoutPermission(options, plan.entries);
  const isLate = mayBeLate(plan) && !hasTerminal && !startsByNode(plan.entries);
  const request = buildRequest(options, plan.entries, isLate, environmentPairs(options));
  const outcome = spawnProcess(child, options, request, plan.channel !== undefined && !startsByNode(plan.entries));
  publishEnd(child, outcome.error);
  if (outcome.containment !== undefined) keepContained(child, outcome.id, outcome.containment);
  if (outcome.error === 0) process.nextTick(emitSpawn, child);
  else spawnFailed(child, outcome.error, failedPartOf(outcome, request.workingDirectory));
  // There are no streams then.
  if (isOneOf(OF_FULL_TABLES, outcome.error)) {
    closeEnds(outcome.pipes);
    return outcome.error;
  }

  child.pid = child._handle?.pid;
  try {
    if (request.terminal !== undefined) takeTerminal(child, request, outcome.terminal, terminals ?? loadTerminals());
    if (isLate) holdStreams(child, outcome.pipes);
    else takeStreams(child, streamsOf(plan.entries, outcome));
    const setupNodes = outcome.byNode?.setupChannel;
    if (setupNodes !== undefined) {
      child._closesNeeded++;
      setupNodes(child as EventEmitter as ChannelTarget, () => oneClosed(child));
    }
    // Not of the list that Node's module leaves empty, where a program may have put something on
    // `Object.prototype`.
    const channelEnd = plan.channel === undefined || outcome.byNode ? undefined : outcome.pipes[plan.channel];
    if (channelEnd !== undefined) {
      const { setupChannel } = loadChannelModules(channelEnd);
      child._closesNeeded++;
      const processEnd = {
        descriptor: channelEnd,
        child: child._handle?.id ?? 0,
        program: options.file,
        references: 1,
        nodesHandle: undefined,
      };
      setupChannel(child, processEnd, serialization, () => oneClosed(child));
    }
  } catch (error) {
    endUnowned(child);
    throw error;
  }
  return outcome.error;
}

function spawnProcess(
  child: ChildState,
  options: NormalizedOptions,
  request: SpawnRequest,
  hasChannel: boolean,
): SpawnOutcome {
  const handle = child._handle as ProcessHandle;
  if (!hasChannel) return handle.spawn(request, options);
  const held = holdChannelModules();
  if (held === undefined) return handle.spawnByNode(request, options);
  try {
    return handle.spawn(held.error === 0 ? request : { ...request, refusal: held.error }, options);
  } finally {
    letGo(held);
  }
}

/** With the first terminal: they need streams, which take long to load. */
function loadTerminals(): typeof import('../terminals') {
  return require('../terminals') as typeof import('../terminals');
}

function takeTerminal(
  child: ChildState,
  { terminal: settings, terminalName }: SpawnRequest,
  id: number,
  { Terminal }: typeof import('../terminals'),
): void {
  const terminal = new Terminal(loadProcessAddon(), id, settings as TerminalSettings, terminalName as string);
  keepTerminal(child, terminal);
  child._closesNeeded++;
  terminal.on('close', () => oneClosed(child));
}

function emitSpawn(child: ChildState): void {
  child.emit('spawn');
}

function spawnFailed(child: ChildState, error: number, failed: FailedPart | undefined): void {
  if (!isOneOf(REPORTED_AS_EVENT, error)) {
    child._handle?.close();
    child._handle = null;
    throw failed?.option === undefined ? systemError(error, 'spawn') : errorOfSpawn(child, error, failed);
  }
  process.nextTick(() => childEnded(child, error, null, failed));
}

function failedPartOf({ byNode, failedStep }: SpawnOutcome, directory: string | undefined): FailedPart | undefined {
  return byNode === undefined ? failedPart(failedStep, directory) : byNode.failed;
}

function streamsOf(entries: readonly PlannedEntry[], { byNode, pipes }: SpawnOutcome): ParentStreams {
  if (byNode === undefined) return connectStreams(entries, pipes);
  leaveAllToChild(entries);
  return byNode.streams;
}

function holdStreams(child: ChildState, pipes: readonly number[]): void {
  const handle = child._handle as ProcessHandle;
  const streams = new LateStreams(child, () => oneClosed(child), pipes);
  handle.setStreams(streams);
  child._closesNeeded += streams.count;
  showStreams(child, streams);
  // Most programs use a stream at once, if at all.
  process.nextTick(() => streams.readUnused());
}

function takeStreams(child: ChildState, streams: ParentStreams): void {
  for (let position = 1; position < streams.length; position++) {
    const stream = streams[position];
    if (!stream) continue;
    child._closesNeeded++;
    stream.on('close', () => oneClosed(child));
  }
  child.stdin = streams[0] ?? null;
  child.stdout = streams[1] ?? null;
  child.stderr = streams[2] ?? null;
  child.stdio = streams as StdioStreams;
}
