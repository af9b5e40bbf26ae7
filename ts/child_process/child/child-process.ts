import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { inspect } from 'node:util';
import { defineAssigned, defineHidden, defineProperty } from '../../realm/define-property';
import { MainSymbol } from '../../realm/main-realm';
import { apply, hasOwn, PlainPromise, setPrototypeOf } from '../../realm/primordials';
import { SafeWeakMap } from '../../realm/safe-collections';
import { publishCreated } from '../hooks/diagnostics';
import type { Control } from '../ipc/control';
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

/**
 * What all children have, as {@link SpawnedChildProcess} describes it. The constructor never runs:
 * the prototype is {@link ChildProcess}'s.
 */
class Members extends EventEmitter implements SpawnedChildProcess {
  /**
   * How many of the child's exit, streams and channel must end before `'close'`, and how many have.
   */
  declare _closesNeeded: number;
  declare _closesGot: number;
  declare connected: boolean;
  declare signalCode: NodeJS.Signals | null;
  declare exitCode: number | null;
  declare killed: boolean;
  declare spawnfile: string;
  /** Node's name for what watches the child; `null` once the child has ended. */
  declare _handle: ProcessHandle | null;
  declare spawnargs: string[];
  declare pid?: number | undefined;
  declare stdin: Writable | null;
  declare stdout: Readable | null;
  declare stderr: Readable | null;
  declare stdio: StdioStreams;
  declare channel?: Control | null;
  declare send: SpawnedChildProcess['send'];
  declare disconnect: () => void;

  spawn(options: NormalizedOptions): number {
    return startChild(this, options);
  }

  kill(signal?: Signal): boolean {
    return sendSignal(this, signal === undefined ? 'SIGTERM' : signal);
  }

  killTree(signal: Signal = 'SIGTERM'): SignalledTree {
    return sendSignalToTree(this, signal);
  }

  ref(): void {
    this._handle?.ref();
  }

  unref(): void {
    this._handle?.unref();
  }

  /** What prints the child finds its streams: they may not have been made yet. */
  [inspect.custom](): this {
    makePlain(this);
    return this;
  }

  [MainSymbol.dispose](): void {
    if (!this.killed) this.kill();
  }

  async [MainSymbol.asyncDispose](): Promise<void> {
    const wasStarted = this.spawnfile !== null && (this._handle !== null || hasOwn(this, 'stdio'));
    if (!wasStarted || this._closesGot === this._closesNeeded) return;
    const closed = new PlainPromise((resolve) => this.once('close', resolve));
    this[MainSymbol.dispose]();
    await closed;
  }

  resourceUsage(): ResourceUsage | undefined {
    const usage = usages.get(this);
    return usage && resourceUsageOf(usage);
  }

  get outputCut(): boolean {
    return wasCut(this);
  }

  // A program may have a property of that name on its children.
  set outputCut(value: boolean) {
    defineAssigned(this, 'outputCut', value);
  }

  get terminal(): Terminal | undefined {
    return terminalOf(this);
  }

  set terminal(value: Terminal | undefined) {
    defineAssigned(this, 'terminal', value);
  }

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
