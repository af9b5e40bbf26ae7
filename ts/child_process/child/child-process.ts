import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { defineProperty } from '../../define-property';
import { invalidArgumentValue, nodeError, systemError } from '../../errors';
import { MainSymbol, process } from '../../main-realm';
import { arraySome } from '../../primordials';
import { systemConstants } from '../../system-constants';
import { environmentPairs } from '../arguments/environment';
import { toSignalNumber } from '../arguments/signals';
import { validateArray, validateObject, validateString } from '../arguments/validate';
import { publishCreated, publishEnd, publishStart } from '../hooks/diagnostics';
import { refuseWithoutPermission } from '../hooks/permission';
import { announceChannel } from '../ipc/channel-environment';
import type { Control } from '../ipc/control';
import type { SendMethod } from '../ipc/send-method';
import { ProcessHandle } from '../native/process-handle';
import { resourceUsageOf } from '../native/resource-usage';
import { buildRequest } from '../native/spawn-request';
import { signalledTree } from '../native/tree-outcome';
import { connectStreams, drainUnread, type ParentStreams, type StdioStreams } from '../stdio/parent-streams';
import { type PlannedEntry, planStdio } from '../stdio/plan';
import type { NormalizedOptions, Signal } from '../types/options';
import type { ResourceUsage } from '../types/resource-usage';
import type { SignalledTree } from '../types/signalled-tree';
import type { ChildProcessEvents, ChildProcessListener } from './child-process-events';
import { wasCut } from './close-grace';
import { signalWasSent } from './force-kill';
import { spawnError } from './spawn-error';

/**
 * Failures that a program meets in ordinary life: they come as an `'error'` event. All others are
 * thrown.
 */
const REPORTED_AS_EVENT = ['EACCES', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOENT'] as const;
/** Of these, the ones of a full descriptor table: there are no streams then. */
const WITHOUT_STREAMS = ['EMFILE', 'ENFILE'] as const;

/**
 * The inherited methods that add a listener, as they know the events of a child; a program may emit
 * others besides.
 */
export interface ChildProcess {
  addListener<Name extends keyof ChildProcessEvents>(event: Name, listener: ChildProcessListener<Name>): this;
  addListener<Args extends unknown[]>(event: string | symbol, listener: (...args: Args) => void): this;
  on<Name extends keyof ChildProcessEvents>(event: Name, listener: ChildProcessListener<Name>): this;
  on<Args extends unknown[]>(event: string | symbol, listener: (...args: Args) => void): this;
  once<Name extends keyof ChildProcessEvents>(event: Name, listener: ChildProcessListener<Name>): this;
  once<Args extends unknown[]>(event: string | symbol, listener: (...args: Args) => void): this;
  prependListener<Name extends keyof ChildProcessEvents>(event: Name, listener: ChildProcessListener<Name>): this;
  prependListener<Args extends unknown[]>(event: string | symbol, listener: (...args: Args) => void): this;
  prependOnceListener<Name extends keyof ChildProcessEvents>(event: Name, listener: ChildProcessListener<Name>): this;
  prependOnceListener<Args extends unknown[]>(event: string | symbol, listener: (...args: Args) => void): this;
}

/**
 * A child process (docs/api/child_process.md, "Class: ChildProcess"). Made by `spawn()`, `exec()`,
 * `execFile()` and `fork()`.
 *
 * Events: `'spawn'`, `'error'`, `'exit'` and `'close'` with (code, signal), `'message'` with
 * (message, handle), `'disconnect'`.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: types for inherited methods
export class ChildProcess extends EventEmitter {
  // In the order of Node's properties: what lists them, as inspect() does, shows the same.
  /**
   * How many of the child's exit, streams and channel must end before `'close'`, and how many have.
   */
  _closesNeeded = 1;
  _closesGot = 0;
  /** Whether messages can be sent and received. */
  connected = false;
  /** The signal that ended the child. */
  signalCode: NodeJS.Signals | null = null;
  /** The exit code; `null` while the child runs and after a signal. */
  exitCode: number | null = null;
  /** Whether `kill()` has sent a signal. The child may still run. */
  killed = false;
  /** The program. As in Node it is `null` before `spawn()`, which the types of neither say. */
  spawnfile = null as unknown as string;
  /** Node's name for what watches the child; `null` once the child has ended. */
  _handle: ProcessHandle | null = new ProcessHandle(this);
  /** All arguments, `argv[0]` first; from `spawn()` on. */
  declare spawnargs: string[];
  /** The process identifier; `undefined` when the spawn failed. */
  declare pid?: number | undefined;
  /** Writes to the child's standard input; `null` when that is no pipe. */
  declare stdin: Writable | null;
  /** Reads the child's standard output; `null` when that is no pipe. */
  declare stdout: Readable | null;
  /** Reads the child's standard error; `null` when that is no pipe. */
  declare stderr: Readable | null;
  /** The parent's ends of all pipes, by the child's descriptor; `null` at the others. */
  declare stdio: StdioStreams;
  /**
   * The channel, with `ref()` and `unref()`; `null` once it was disconnected, `undefined` when the
   * child was started without `'ipc'`.
   */
  declare channel?: Control | null;
  /**
   * Sends a message. Not there when the child was started without `'ipc'`, which the types do not
   * say, as Node's don't.
   */
  declare send: SendMethod;
  /**
   * Closes the channel as soon as what waits has left; `connected` is `false` at once, and
   * `'disconnect'` follows. When it is closed already, that is an `'error'` event with the code
   * `ERR_IPC_DISCONNECTED`. Not there when the child was started without `'ipc'`, which the types
   * do not say, as Node's don't.
   */
  declare disconnect: () => void;
  #failedDirectory: string | undefined;
  #usage: readonly number[] | undefined;

  constructor() {
    super();
    if (this._handle) {
      this._handle.onexit = (exitCode, signal, usage) => {
        this.#usage = usage;
        this.#ended(exitCode, signal);
      };
    }
    publishCreated(this);
  }

  /**
   * Starts the process. Programs patch this method and change the options.
   *
   * @param options - `file`, `args` (`argv[0]` first), `envPairs`, `cwd`, `stdio`, `detached`,
   * `uid`, `gid`, `serialization`
   * @returns 0, or the negative error number of a failure that comes as an `'error'` event
   * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, and the system's error where that is
   * not an everyday one (`E2BIG`, `ENOTDIR` and others)
   */
  spawn(options: NormalizedOptions): number {
    validateObject(options, 'options');
    const plan = planStdio(options.stdio || 'pipe', false);
    const serialization = toSerialization(options.serialization);
    if (plan.channel !== undefined) {
      if (options.envPairs === undefined) options.envPairs = [];
      validateArray(options.envPairs, 'options.envPairs');
      announceChannel(options.envPairs, plan.channel, serialization);
    }
    validateString(options.file, 'options.file');
    this.spawnfile = options.file;
    if (options.args !== undefined) validateArray(options.args, 'options.args');
    this.spawnargs = options.args ?? [];

    // What may fail is done before the process is started, as far as that can be.
    const channels = plan.channel === undefined ? undefined : loadChannels();

    publishStart(this, options);
    refuseWithoutPermission(options.file);
    const request = buildRequest(options, plan.entries, environmentPairs(options));
    const outcome = (this._handle as ProcessHandle).spawn(request);
    if (outcome.workingDirectoryFailed) this.#failedDirectory = request.workingDirectory;
    publishEnd(this, outcome.error);
    if (outcome.error === 0) process.nextTick(emitSpawn, this);
    else this.#failed(outcome.error);
    if (isOneOf(WITHOUT_STREAMS, outcome.error)) return outcome.error;

    this.pid = this._handle?.pid;
    try {
      this.#takeStreams(plan.entries, outcome.pipes);
      const channelEnd = plan.channel === undefined ? undefined : outcome.pipes[plan.channel];
      if (channels !== undefined && channelEnd !== undefined) {
        this._closesNeeded++;
        const parentEnd = { descriptor: channelEnd, child: this._handle?.id ?? 0, references: 1, drainsAtExit: false };
        channels.setupChannel(this, parentEnd, serialization, () => this.#closedOne());
      }
    } catch (error) {
      endUnowned(this);
      throw error;
    }
    return outcome.error;
  }

  /**
   * Sends a signal. It goes to this child or nowhere: never to a later process with the same
   * identifier.
   *
   * @param signal - a name or a number; 0 only asks. Default: `'SIGTERM'`
   * @returns whether it was sent; `false` also when the child has ended
   * @throws `ERR_UNKNOWN_SIGNAL`
   */
  kill(signal?: Signal): boolean {
    const number = signal === 0 ? 0 : toSignalNumber(signal === undefined ? 'SIGTERM' : signal);
    if (!this._handle) return false;
    const error = this._handle.kill(number);
    if (error === 0) {
      this.killed = true;
      signalWasSent(this, number, false);
      return true;
    }
    if (isOneOf(['EINVAL', 'ENOSYS'], error)) throw systemError(error, 'kill');
    if (!isOneOf(['ESRCH'], error)) this.emit('error', systemError(error, 'kill'));
    return false;
  }

  /**
   * Sends a signal to the child and all its descendants. They are stopped while the tree is looked
   * through, so that no fork escapes, and go on afterwards; no later process with the same
   * identifier is hit. Descendants whose parent has ended are not reached; nothing is when the
   * child has ended.
   *
   * @param signal - a name or a number; 0 only lists the processes. Default: `'SIGTERM'`
   * @returns the process identifiers that were reached, and those that may not be signalled
   * @throws `ERR_UNKNOWN_SIGNAL`; `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` before Linux 5.4 and
   * without `/proc`; `EPERM` when the child itself may not be signalled; `EMFILE`, `ENFILE`,
   * `ENOMEM` when there is no descriptor for one of the processes. Nothing is sent then
   */
  killTree(signal: Signal = 'SIGTERM'): SignalledTree {
    const number = signal === 0 ? 0 : toSignalNumber(signal);
    const tree = signalledTree(this._handle?.killTree(number) ?? { error: 0, signalled: [], refused: [] });
    if (number !== 0 && tree.signalled.length > 0) {
      this.killed = true;
      signalWasSent(this, number, true);
    }
    return tree;
  }

  /** Lets the child keep the event loop alive again, after {@link unref}. */
  ref(): void {
    this._handle?.ref();
  }

  /** Lets the program end while the child runs. */
  unref(): void {
    this._handle?.unref();
  }

  /** Kills the child with `'SIGTERM'`, unless a signal was sent already. */
  [MainSymbol.dispose](): void {
    if (!this.killed) this.kill();
  }

  /**
   * Kills the child with `'SIGTERM'`, unless a signal was sent already; resolves at `'close'`, at
   * once for a child that has none to come. Never rejects.
   */
  async [MainSymbol.asyncDispose](): Promise<void> {
    const wasStarted = this.spawnfile !== null && (this._handle !== null || this.stdio !== undefined);
    if (!wasStarted || this._closesGot === this._closesNeeded) return;
    const closed = new Promise((resolve) => this.once('close', resolve));
    this[MainSymbol.dispose]();
    await closed;
  }

  /**
   * What the child has used, with those of its own children that it waited for (`getrusage(2)`).
   *
   * @returns the fields and units of `process.resourceUsage()`, and `wallClockTime`; `undefined`
   * before `'exit'`, and where that cannot be known
   */
  resourceUsage(): ResourceUsage | undefined {
    return this.#usage && resourceUsageOf(this.#usage);
  }

  /**
   * Whether `closeGrace` ended the child's streams or channel although a descendant may still have
   * held them.
   */
  get outputCut(): boolean {
    return wasCut(this);
  }

  #failed(error: number): void {
    if (!isOneOf(REPORTED_AS_EVENT, error)) {
      this._handle?.close();
      this._handle = null;
      throw systemError(error, 'spawn');
    }
    process.nextTick(() => this.#ended(error, null));
  }

  #takeStreams(entries: readonly PlannedEntry[], pipes: readonly number[]): void {
    const streams = connectStreams(entries, pipes);
    for (let position = 1; position < streams.length; position++) {
      const stream = streams[position];
      if (!stream) continue;
      this._closesNeeded++;
      stream.on('close', () => this.#closedOne());
    }
    this.stdin = streams[0] ?? null;
    this.stdout = streams[1] ?? null;
    this.stderr = streams[2] ?? null;
    this.stdio = streams as ParentStreams as StdioStreams;
  }

  #ended(exitCode: number, signal: NodeJS.Signals | null): void {
    if (signal) this.signalCode = signal;
    else this.exitCode = exitCode;
    this.stdin?.destroy();
    this._handle?.close();
    this._handle = null;
    let threw = true;
    try {
      if (exitCode < 0) this.emit('error', this.#errorOf(exitCode));
      else this.emit('exit', this.exitCode, this.signalCode);
      threw = false;
    } finally {
      // In a tick of its own, since a listener of 'exit' may still begin to read.
      process.nextTick(drainUnread, this.stdio);
      // A program that ends by the exception must not see 'close' before.
      if (threw) process.nextTick(() => this.#closedOne());
      else this.#closedOne();
    }
  }

  #errorOf(errno: number): Error {
    const syscall = this.spawnfile ? `spawn ${this.spawnfile}` : 'spawn';
    return spawnError(errno, syscall, this.spawnfile, this.spawnargs, this.#failedDirectory);
  }

  #closedOne(): void {
    this._closesGot++;
    if (this._closesGot === this._closesNeeded) this.emit('close', this.exitCode, this.signalCode);
  }
}

// Programs that list a child's members with `for … in`, to wrap them, find Node's methods.
for (const name of ['spawn', 'kill', 'ref', 'unref', MainSymbol.dispose] as const) {
  defineProperty(ChildProcess.prototype, name, { enumerable: true });
}

/**
 * With the first channel, not before: these modules and what they need of Node's take as long to
 * load as all the others together.
 */
function loadChannels(): typeof import('../channels') {
  return require('../channels') as typeof import('../channels');
}

/** Whether a negative error number has one of these names; 0 is none. */
function isOneOf(names: readonly (keyof ReturnType<typeof systemConstants>['errno'])[], error: number): boolean {
  return error !== 0 && arraySome(names, (name) => systemConstants().errno[name] === -error);
}

/**
 * Kills a child whose spawn succeeded in a call that throws: the caller never gets the object to
 * kill it by.
 *
 * @param child - a child whose spawn succeeded
 */
export function endUnowned(child: ChildProcess): void {
  child._handle?.kill(systemConstants().signals.SIGKILL);
  const { stdio } = child;
  for (let position = 0; position < (stdio?.length ?? 0); position++) stdio[position]?.destroy();
}

function emitSpawn(child: ChildProcess): void {
  child.emit('spawn');
}

function toSerialization(value: unknown): 'json' | 'advanced' {
  if (value !== undefined && value !== 'json' && value !== 'advanced') {
    throw invalidArgumentValue('options.serialization', value, "must be one of: undefined, 'json', 'advanced'");
  }
  // Before the process is started, since no message could be exchanged with it.
  if (value === 'advanced' && process.versions.bun !== undefined) {
    const text = "serialization: 'advanced' is not available in Bun, whose node:v8 has no Serializer";
    throw nodeError(TypeError, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', text);
  }
  return value ?? 'json';
}
