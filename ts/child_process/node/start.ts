import type { Socket } from 'node:net';
import { environment as live, platform } from '../../kept-process';
import { inWorker } from '../../node-builtins/loaded';
import { nodeSymbol } from '../../node-symbol';
import { arrayFilter, arrayMap, arraySome, assign, create, hasOwn, keys } from '../../realm/primordials';
import type { NodesProcess, NodesStart, SpawnRequest } from '../backend-types';
import { isNodesVariable } from '../ipc/channel-environment';
import type { NodesChild, NodesHandle } from '../nodes-functions';
import { nodesModule } from '../nodes-module';
import type { NormalizedOptions } from '../types/options';
import { showChannel } from './channel';
import { failedDirectory } from './failed-directory';
import { withoutDiagnostics } from './hidden-channels';
import { refuseNativeOptions } from './refused-options';
import { nodesStdio } from './stdio';
import { wholeNumber } from './whole-number';

/**
 * Starts a process by a child of Node's own module that no program sees.
 *
 * @param owner - the child that programs see
 * @param request - what is to be started
 * @param options - the options that it was made of
 * @param onExit - called when the process has ended
 * @throws `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` for options that Node's module cannot carry out
 */
export function startByNode(
  owner: object,
  request: SpawnRequest,
  options: NormalizedOptions,
  onExit: (exitCode: number, signal: NodeJS.Signals | null) => void,
): NodesStart {
  refuseNativeOptions(request);
  const { ChildProcess, start } = nodesModule();
  const { error: notOpened, stdio, release } = nodesStdio(request.entries);
  const given = assign(create(null), {
    args: argumentsOf(request, options),
    cwd: request.workingDirectory,
    detached: request.newSession,
    envPairs: environmentOf(request),
    file: request.file,
    gid: wholeNumber(request.gid),
    serialization: options.serialization,
    stdio,
    uid: wholeNumber(request.uid),
    windowsHide: options.windowsHide,
    windowsVerbatimArguments: options.windowsVerbatimArguments,
  });
  return withoutDiagnostics(() => {
    try {
      const child = new ChildProcess();
      const handle = child._handle;
      handle.onexit = (exitCode, signal) => onExit(exitCode, signal || null);
      // Nobody listens to it: neither to its 'spawn' nor to its 'close'.
      child.emit = () => true;
      const error = notOpened || errorOf(() => start.call(child, given));
      // Node calls this in the next tick, unless it has thrown.
      if (error !== 0) handle.onexit = () => handle.close();
      else showOwner(handle, owner);
      return {
        error,
        failed: failedDirectory(error, request.workingDirectory),
        process: error === 0 ? processOf(handle) : undefined,
        streams: streamsOf(child),
        setupChannel: hasOwn(child, 'channel') ? (target, onClosed) => showChannel(child, target, onClosed) : undefined,
      };
    } finally {
      release();
    }
  });
}

/**
 * The environment for Node, which adds what it says of a channel by itself. Node would take none
 * for the live one, but a tool may have put a method in the place of Node's, and read it. In a
 * worker, only a program itself gives none: `process.env` is a copy there.
 */
function environmentOf({ environment, entries }: SpawnRequest): readonly string[] | undefined {
  if (environment === undefined) {
    return inWorker() ? undefined : arrayMap(keys(live), (name) => `${name}=${live[name]}`);
  }
  if (!arraySome(entries, (entry) => hasOwn(entry, 'ipc'))) return environment;
  return arrayFilter(environment, (pair) => !isNodesVariable(pair));
}

/** The arguments for Node, which joins them by itself for Windows. */
function argumentsOf({ args }: SpawnRequest, options: NormalizedOptions): string[] {
  const given = platform === 'win32' ? (options.args ?? []) : args;
  return arrayMap(given, (argument) => `${argument}`);
}

/** Node throws the errors of the system that are not everyday ones. */
function errorOf(start: () => number): number {
  try {
    return start();
  } catch (error) {
    const { errno } = error as NodeJS.ErrnoException;
    if (typeof errno !== 'number') throw error;
    return errno;
  }
}

/** `process._getActiveHandles()` shows the child that programs see. */
function showOwner(handle: NodesHandle, owner: object): void {
  const symbol = nodeSymbol(handle, 'owner_symbol');
  if (symbol !== undefined) assign(handle, { [symbol]: owner });
}

/** The streams, without what Node waits for their ends by. */
function streamsOf({ stdio }: NodesChild): (Socket | null)[] {
  return arrayMap(stdio ?? [], (stream) => {
    stream?.removeAllListeners('close');
    return stream;
  });
}

function processOf(handle: NodesHandle): NodesProcess {
  return {
    pid: handle.pid,
    kill: (signal) => handle.kill(signal),
    reference: (keepAlive) => (keepAlive ? handle.ref() : handle.unref()),
    hasRef: () => handle.hasRef(),
    close: (callback) => handle.close(callback),
  };
}
