import type { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Control } from './channel-control';
import type { ChildProcessListeners } from './child-process-listeners';
import type { Containment } from './ending-options';
import type { BoundSocket, SendCallback, SendHandle, SendOptions, Serializable } from './messages';
import type { NormalizedOptions, Signal } from './options';
import type { ResourceUsage } from './resource-usage';
import type { SignalledTree } from './signalled-tree';
import type { StdioStreams } from './stdio';
import type { Terminal } from './terminal';

declare global {
  // TypeScript before 5.2 has no such symbols, and not all versions of `@types/node` add them. What
  // declares them as well declares the same.
  interface SymbolConstructor {
    /** The method that a `using` declaration calls. */
    readonly dispose: unique symbol;
    /** The method that an `await using` declaration calls. */
    readonly asyncDispose: unique symbol;
  }
}

/** The members of a child that Node's has too. */
export interface ChildProcessMembers extends ChildProcessListeners {
  /** Whether messages can be sent and received. */
  readonly connected: boolean;
  /** The signal that ended the child. */
  readonly signalCode: NodeJS.Signals | null;
  /** The exit code; `null` while the child runs and after a signal. */
  readonly exitCode: number | null;
  /** Whether `kill()` has sent a signal. The child may still run. */
  readonly killed: boolean;
  /** The program. As in Node it is `null` before `spawn()`, which the types of neither say. */
  readonly spawnfile: string;
  /** All arguments, `argv[0]` first; from `spawn()` on. */
  readonly spawnargs: string[];
  /** The process identifier; `undefined` when the spawn failed. */
  readonly pid?: number | undefined;
  /** Writes to the child's standard input; `null` when that is no pipe. */
  stdin: Writable | null;
  /** Reads the child's standard output; `null` when that is no pipe. */
  stdout: Readable | null;
  /** Reads the child's standard error; `null` when that is no pipe. */
  stderr: Readable | null;
  /** The parent's ends of all pipes, by the child's descriptor; `null` at the others. */
  readonly stdio: StdioStreams;
  /**
   * The channel, with `ref()` and `unref()`; `null` once it was disconnected, `undefined` when the
   * child was started without `'ipc'`.
   */
  readonly channel?: Control | null;

  /**
   * Sends a signal. It goes to this child or nowhere: never to a later process with the same
   * identifier.
   *
   * @param signal - a name or a number; 0 only asks. Default: `'SIGTERM'`
   * @returns whether it was sent; `false` also when the child has ended
   * @throws `ERR_UNKNOWN_SIGNAL`
   */
  kill(signal?: Signal): boolean;

  /**
   * Sends a message. Not there when the child was started without `'ipc'`, which the types do not
   * say, as Node's don't.
   *
   * @param message - what the child's `'message'` event gets
   * @param callback - called with `null` when the message has left, or with the error; without a
   * callback the error is an `'error'` event: `ERR_IPC_CHANNEL_CLOSED` when the channel is closed,
   * or the system's
   * @returns whether less than 128 KiB wait to be sent
   * @throws `ERR_MISSING_ARGS` for an undefined message, `ERR_INVALID_ARG_TYPE` for one of a wrong
   * type, and what serializing throws
   */
  send(message: Serializable, callback?: SendCallback): boolean;
  /**
   * Sends a message with a socket, a server or a datagram socket. One is on its way at a time;
   * everything behind it waits in order until the child has it.
   *
   * @param message - what the child's `'message'` event gets
   * @param sendHandle - what the child gets beside it
   * @param callback - as without a handle
   * @returns whether less than 128 KiB wait to be sent; `false` from the second handle on that
   * waits
   * @throws as without a handle, and `ERR_INVALID_HANDLE_TYPE` for anything else in the handle's
   * place, `ERR_WORKER_HANDLE_NOT_TRANSFERABLE` for a bound socket that is in use or closed
   */
  send(message: Serializable, sendHandle?: SendHandle | BoundSocket, callback?: SendCallback): boolean;
  /**
   * Sends a message with a socket, a server or a datagram socket, and options.
   *
   * @param message - what the child's `'message'` event gets
   * @param sendHandle - what the child gets beside it
   * @param options - whether the handle stays open here
   * @param callback - as without a handle
   * @returns as without options
   * @throws as without options, and `ERR_INVALID_ARG_TYPE` for options of a wrong type
   */
  send(
    message: Serializable,
    sendHandle?: SendHandle | BoundSocket,
    options?: SendOptions,
    callback?: SendCallback,
  ): boolean;

  /**
   * Closes the channel as soon as what waits has left; `connected` is `false` at once, and
   * `'disconnect'` follows. When it is closed already, that is an `'error'` event with the code
   * `ERR_IPC_DISCONNECTED`. Not there when the child was started without `'ipc'`, which the types
   * do not say, as Node's don't.
   */
  disconnect(): void;

  /** Lets the child keep the event loop alive again, after {@link unref}. */
  ref(): void;

  /** Lets the program end while the child runs. */
  unref(): void;

  /** Kills the child with `'SIGTERM'`, unless a signal was sent already. */
  [Symbol.dispose](): void;
}

/** The members of a child that Node's lacks, or does not document. */
export interface ChildProcessAdditions {
  /**
   * Starts the process. Programs patch this method and change the options.
   *
   * @param options - `file`, `args` (`argv[0]` first), `envPairs`, `cwd`, `stdio`, `detached`,
   * `uid`, `gid`, `serialization`
   * @returns 0, or the negative error number of a failure that comes as an `'error'` event
   * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, and the system's error where that is
   * not an everyday one (`E2BIG`, `ENOTDIR` and others)
   */
  spawn(options: NormalizedOptions): number;

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
  killTree(signal?: Signal): SignalledTree;

  /**
   * What the child has used, with those of its own children that it waited for (`getrusage(2)`).
   *
   * @returns the fields and units of `process.resourceUsage()`, and `wallClockTime`; `undefined`
   * before `'exit'`, and where that cannot be known
   */
  resourceUsage(): ResourceUsage | undefined;

  /**
   * Whether `closeGrace` ended the child's streams or channel although a descendant may still have
   * held them.
   */
  readonly outputCut: boolean;

  /**
   * The child's terminal, if it was started with the option `terminal`; otherwise `undefined`.
   */
  readonly terminal: Terminal | undefined;

  /**
   * By what all that the child starts is known, if it was started with the option `contain`;
   * otherwise `undefined`. `'session'`: its session, and a variable in its environment. `'cgroup'`:
   * a control group as well, which takes Linux 5.7 and a hierarchy of version 2 in which this
   * process may make groups.
   */
  readonly containment: Containment | undefined;

  /**
   * Kills the child with `'SIGTERM'`, unless a signal was sent already; resolves at `'close'`, at
   * once for a child that has none to come. Never rejects.
   */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A child process, of this module or of Node's: a function that takes one takes both, such as
 * `cluster.Worker.process`. What Node's lacks is optional; what this module's functions return
 * always has it, and is a {@link SpawnedChildProcess}.
 */
export interface ChildProcess extends ChildProcessMembers, Partial<ChildProcessAdditions> {}

/**
 * A child process of this module: what `spawn()`, `exec()`, `execFile()` and `fork()` return
 * (docs/api/child_process.md, "Class: ChildProcess").
 */
export interface SpawnedChildProcess extends ChildProcessMembers, ChildProcessAdditions {}

/** What the class inherits from `EventEmitter`: `once`, `on`, `defaultMaxListeners` and so on. */
type InheritedStatics = Omit<typeof EventEmitter, 'prototype'>;

/** The class of all children that this module makes. */
export interface ChildProcessConstructor extends InheritedStatics {
  /** Makes a child that runs nothing yet: `spawn()` and the others are what programs use. */
  new (): SpawnedChildProcess;
  /** The methods of all children. */
  readonly prototype: SpawnedChildProcess;
}
