import type { TreeOutcome } from '../../binding/addon';
import { loadProcessAddon } from '../../binding/process-addon';
import { errorNumber } from '../../errors';
import { HandleContext } from '../../handle-context';
import { platform } from '../../kept-process';
import { setImmediate } from '../../realm/main-timers';
import type { NodesProcess, SpawnRequest } from '../backend-types';
import { type ActiveResource, addActiveResource, removeActiveResource } from '../hooks/active-resources';
import { nodeBackend } from '../load-node-backend';
import type { LateStreams } from '../stdio/late-streams';
import type { NormalizedOptions } from '../types/options';
import { knownSignal, refuseOnWindows } from './on-windows';
import { exitListener, type RunningChild, runningChildren } from './running-children';
import { type SpawnOutcome, startProcess } from './spawn-exchange';
import { startsByNode } from './starts-by-node';

/**
 * Called when a child has ended, with its exit code, or a negative error number when it never ran;
 * the signal that ended it; and what it used (`resourceUsageOf()`), if that is known.
 */
type ExitListener = (exitCode: number, signal: NodeJS.Signals | null, usage: readonly number[] | undefined) => void;

/** The child: how many of its exit, streams and channel must end, and have ended. */
interface Owner {
  readonly _closesNeeded: number;
  readonly _closesGot: number;
}

/**
 * A child as the event loop sees it: Node's `child._handle`, of which some programs read `pid`, and
 * call `ref()`, `unref()`, `hasRef()` and `close()`.
 */
export class ProcessHandle implements ActiveResource, RunningChild {
  /** The process identifier, once it runs. */
  pid: number | undefined;
  /** Called when the child ends, in the async context of the spawn. */
  onexit: ExitListener | undefined;
  readonly #owner: Owner;
  #id = 0;
  #referenced = true;
  /** Events of the event loop have no async context of their own: the child's is kept here. */
  readonly #resource = new HandleContext('PROCESSWRAP', this);
  #isClosed = false;
  #willDrain = false;
  #streams: LateStreams | undefined;
  /** The child, where Node's own module has started it. */
  #nodes: NodesProcess | undefined;

  /** @param owner - the child that it belongs to */
  constructor(owner: Owner) {
    this.#owner = owner;
  }

  /** Gives it the child's streams, where they are made when they are first used. */
  setStreams(streams: LateStreams): void {
    this.#streams = streams;
  }

  /** Whether a stream or the channel of the child has not ended. */
  isBeingRead(): boolean {
    const { _closesGot, _closesNeeded } = this.#owner;
    return this.#streams?.areRead ?? _closesGot + 1 < _closesNeeded;
  }

  /** Calls a function in the async context of the spawn. */
  inContext(call: () => void): void {
    this.#resource.runInAsyncScope(call);
  }

  get resourceName(): 'ProcessWrap' {
    return 'ProcessWrap';
  }

  get shownAs(): object {
    return this.#owner;
  }

  beforeShown(): void {
    this.#streams?.all();
  }

  /** The addon's name for the running child; 0 when it does not run. */
  get id(): number {
    return this.#id;
  }

  /**
   * Starts the process.
   *
   * @param request - what is to be started
   * @param options - the options that it was made of
   */
  spawn(request: SpawnRequest, options: NormalizedOptions): SpawnOutcome {
    if (request.refusal !== 0) return notStarted(request.refusal);
    if (startsByNode(request.entries)) return this.spawnByNode(request, options);
    refuseOnWindows(request);
    const addon = loadProcessAddon();
    const outcome = startProcess(addon, request, exitListener);
    if (outcome.error === 0) {
      this.pid = outcome.pid;
      this.#id = outcome.id;
      runningChildren.set(outcome.id, this);
      addActiveResource(this);
      if (!this.#referenced) addon.referenceChild(outcome.id, false);
    }
    return outcome;
  }

  /** The same by Node's own module. */
  spawnByNode(request: SpawnRequest, options: NormalizedOptions): SpawnOutcome {
    if (request.refusal !== 0) return notStarted(request.refusal);
    const onExit = (code: number, signal: NodeJS.Signals | null): void => this.ended(code, signal, undefined);
    const byNode = nodeBackend().startByNode(this.#owner, request, options, onExit);
    this.#nodes = byNode.process;
    this.pid = byNode.process?.pid;
    if (!this.#referenced) byNode.process?.reference(false);
    return { ...notStarted(byNode.error), pid: this.pid ?? 0, byNode };
  }

  /** Sends a signal by number. Returns 0 or a negative error number. */
  kill(signal: number): number {
    if (this.#nodes !== undefined) return this.#nodes.kill(signal);
    if (this.#id === 0) return errorNumber('ESRCH');
    return loadProcessAddon().killChild(this.#id, knownSignal(signal));
  }

  /** Sends a signal by number to the child and all its descendants. */
  killTree(signal: number): TreeOutcome {
    if (this.#nodes !== undefined || platform === 'win32') {
      return { error: errorNumber('ENOSYS'), signalled: [], refused: [] };
    }
    if (this.#id === 0) return { error: 0, signalled: [], refused: [] };
    return loadProcessAddon().killTreeOfChild(this.#id, signal);
  }

  /** Lets the child keep the event loop alive. */
  ref(): void {
    this.#reference(true);
  }

  /** Lets the event loop end while the child runs. */
  unref(): void {
    // Streams keep the event loop alive until they end.
    this.beforeShown();
    this.#reference(false);
  }

  /** Whether the child keeps the event loop alive. */
  hasRef(): boolean {
    if (this.#nodes !== undefined) return this.#nodes.hasRef();
    return this.#id !== 0 && this.#referenced;
  }

  /**
   * Stops watching. A child that still runs is left to the reaper.
   *
   * @param callback called in a later turn of the event loop, as that of any of Node's handles; not
   * when nothing was watched
   */
  close(callback?: () => void): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Not before its last use: `'close'` and the callback of `exec()` come in its context.
    if (!this.#willDrain) this.#resource.emitDestroy();
    this.#nodes?.close(callback);
    if (this.#id === 0) return;
    this.#forget();
    loadProcessAddon().abandonChild(this.#id);
    this.#id = 0;
    this.beforeShown();
    if (callback) setImmediate(callback);
  }

  /**
   * Has the streams that nobody uses drained right behind the exit, with ticks and promises in
   * between, as Node's streams end in a later phase of the same turn of the event loop.
   */
  drainLater(): void {
    if (this.#streams === undefined) return;
    this.#willDrain = true;
    setImmediate(drainStreams, this);
  }

  /** As {@link drainLater} announces. */
  drain(): void {
    this.#willDrain = false;
    try {
      if (this.#id === 0) this.#streams?.drain();
    } finally {
      if (this.#isClosed) this.#resource.emitDestroy();
    }
  }

  /** Called by the backend when the child has ended. */
  ended(exitCode: number, signal: NodeJS.Signals | null, usage: readonly number[] | undefined): void {
    this.#forget();
    this.#id = 0;
    this.inContext(() => this.onexit?.(exitCode, signal, usage));
  }

  #forget(): void {
    runningChildren.delete(this.#id);
    removeActiveResource(this);
  }

  #reference(keepAlive: boolean): void {
    this.#referenced = keepAlive;
    this.#nodes?.reference(keepAlive);
    if (this.#id !== 0) loadProcessAddon().referenceChild(this.#id, keepAlive);
  }
}

function notStarted(error: number): SpawnOutcome {
  return { error, failedStep: 0, pid: 0, id: 0, terminal: 0, containment: undefined, pipes: [] };
}

function drainStreams(handle: ProcessHandle): void {
  handle.drain();
}
