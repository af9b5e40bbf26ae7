import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { inspect } from 'node:util';
import { defineAssigned, defineHidden, defineProperty } from '../../define-property';
import { MainSymbol } from '../../main-realm';
import { apply, hasOwn, PlainPromise, setPrototypeOf } from '../../primordials';
import { SafeWeakMap } from '../../safe-collections';
import { publishCreated } from '../hooks/diagnostics';
import type { Control } from '../ipc/control';
import type { SendMethod } from '../ipc/send-method';
import { ProcessHandle } from '../native/process-handle';
import { resourceUsageOf } from '../native/resource-usage';
import { makePlain } from '../stdio/late-properties';
import { terminalOf } from '../terminal/of-child';
import type { SpawnedChildProcess } from '../types/child-process';
import type { Containment } from '../types/ending-options';
import type { NormalizedOptions, Signal } from '../types/options';
import type { ResourceUsage } from '../types/resource-usage';
import type { SignalledTree } from '../types/signalled-tree';
import type { StdioStreams } from '../types/stdio';
import type { Terminal } from '../types/terminal';
import { wasCut } from './close-grace';
import { containmentOf } from './containment';
import { childEnded } from './end';
import { sendSignal, sendSignalToTree } from './send-signal';
import { startChild } from './start';

/** What all children have. Its constructor never runs: its prototype is {@link ChildProcess}'s. */
class Members extends EventEmitter implements SpawnedChildProcess {
  /**
   * How many of the child's exit, streams and channel must end before `'close'`, and how many have.
   */
  declare _closesNeeded: number;
  declare _closesGot: number;
  /** Whether messages can be sent and received. */
  declare connected: boolean;
  /** The signal that ended the child. */
  declare signalCode: NodeJS.Signals | null;
  /** The exit code; `null` while the child runs and after a signal. */
  declare exitCode: number | null;
  /** Whether `kill()` has sent a signal. The child may still run. */
  declare killed: boolean;
  /** The program. As in Node it is `null` before `spawn()`, which the types of neither say. */
  declare spawnfile: string;
  /** Node's name for what watches the child; `null` once the child has ended. */
  declare _handle: ProcessHandle | null;
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
    return startChild(this, options);
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
    return sendSignal(this, signal === undefined ? 'SIGTERM' : signal);
  }

  /**
   * Sends a signal to the child and all its descendants. They are stopped while the tree is looked
   * through, so that no fork escapes, and go on afterwards; no later process with the same
   * identifier is hit. Descendants whose parent has ended are not reached; nothing is when the
   * child has ended. Both are, if it was started with the option `contain`.
   *
   * @param signal - a name or a number; 0 only lists the processes. Default: `'SIGTERM'`
   * @returns the process identifiers that were reached, and those that may not be signalled
   * @throws `ERR_UNKNOWN_SIGNAL`; `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` before Linux 5.4 and
   * without `/proc`; `EPERM` when the child itself may not be signalled; `EMFILE`, `ENFILE`,
   * `ENOMEM` when there is no descriptor for one of the processes. Nothing is sent then
   */
  killTree(signal: Signal = 'SIGTERM'): SignalledTree {
    return sendSignalToTree(this, signal);
  }

  /** Lets the child keep the event loop alive again, after {@link unref}. */
  ref(): void {
    this._handle?.ref();
  }

  /** Lets the program end while the child runs. */
  unref(): void {
    this._handle?.unref();
  }

  /** What prints the child finds its streams: they may not have been made yet. */
  [inspect.custom](): this {
    makePlain(this);
    return this;
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
    const wasStarted = this.spawnfile !== null && (this._handle !== null || hasOwn(this, 'stdio'));
    if (!wasStarted || this._closesGot === this._closesNeeded) return;
    const closed = new PlainPromise((resolve) => this.once('close', resolve));
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
    const usage = usages.get(this);
    return usage && resourceUsageOf(usage);
  }

  /**
   * Whether `closeGrace` ended the child's streams or channel although a descendant may still have
   * held them.
   */
  get outputCut(): boolean {
    return wasCut(this);
  }

  // A program may have a property of that name on its children.
  set outputCut(value: boolean) {
    defineAssigned(this, 'outputCut', value);
  }

  /**
   * The child's terminal, if it was started with the option `terminal`; otherwise `undefined`.
   */
  get terminal(): Terminal | undefined {
    return terminalOf(this);
  }

  set terminal(value: Terminal | undefined) {
    defineAssigned(this, 'terminal', value);
  }

  /**
   * By what all that the child starts is known, if it was started with the option `contain`;
   * otherwise `undefined`. `'session'`: its session, and a variable in its environment. `'cgroup'`:
   * a control group as well, which takes Linux 5.7 and a hierarchy of version 2 in which this
   * process may make groups.
   */
  get containment(): Containment | undefined {
    return containmentOf(this);
  }

  set containment(value: Containment | undefined) {
    defineAssigned(this, 'containment', value);
  }
}

/** What the children that have ended have used. */
const usages = new SafeWeakMap<object, readonly number[]>();

/**
 * A child process (docs/api/child_process.md, "Class: ChildProcess"). Made by `spawn()`, `exec()`,
 * `execFile()` and `fork()`.
 *
 * Events: `'spawn'`, `'error'`, `'exit'` and `'close'` with (code, signal), `'message'` with
 * (message, handle), `'disconnect'`.
 */
export type ChildProcess = Members;

// A function, as Node's is: programs call it for an object of their own, and V8 names its children
// by it in stack traces although the override has a proxy as their `constructor`.
const emitter = EventEmitter as unknown as () => void;
const named = {
  ChildProcess: function (this: ChildProcess): void {
    apply(emitter, this, []);
    // In the order of Node's properties: what lists them, as inspect() does, shows the same.
    this._closesNeeded = 1;
    this._closesGot = 0;
    this.connected = false;
    this.signalCode = null;
    this.exitCode = null;
    this.killed = false;
    this.spawnfile = null as unknown as string;
    const handle = new ProcessHandle(this);
    this._handle = handle;
    handle.onexit = (exitCode, signal, usage) => {
      if (usage !== undefined) usages.set(this, usage);
      childEnded(this, exitCode, signal);
    };
    publishCreated(this);
  },
};
export const ChildProcess = named.ChildProcess as unknown as typeof Members;
setPrototypeOf(ChildProcess, EventEmitter);
(ChildProcess as { prototype: ChildProcess }).prototype = Members.prototype;
defineHidden(Members.prototype, 'constructor', ChildProcess);

// Programs that list a child's members with `for … in`, to wrap them, find Node's methods.
const methods = ['spawn', 'kill', 'ref', 'unref', MainSymbol.dispose] as const;
for (let index = 0; index < methods.length; index++) {
  defineProperty(ChildProcess.prototype, methods[index] as string | symbol, { enumerable: true });
}
