import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import { systemConstants } from '../system-constants';

import childProcess = require('../child_process/index');

import { Listeners } from './listeners';
import { checkTypes, environmentOf, sizeOf } from './options';
import type { IEvent, IPty, IPtyForkOptions } from './types';

type Listener = (...values: never[]) => unknown;

/** How long after the program's end a process that has kept the terminal may hold up its exit. */
const CLOSE_GRACE = 200;

/** A program in a terminal: `IPty`. */
export class Program implements IPty {
  handleFlowControl: boolean;
  readonly #file: string;
  readonly #child: childProcess.ChildProcessWithTerminal;
  readonly #encoding: BufferEncoding | undefined;
  readonly #pause: string;
  readonly #resume: string;
  readonly #data = new Listeners<string>();
  readonly #exit = new Listeners<{ exitCode: number; signal?: number }>();
  /** For `'exit'` and `'close'`, which are not those of the stream. */
  readonly #events = new EventEmitter();
  /** Why it could not be started. */
  #failure: Error | undefined;

  constructor(file: string, args: readonly string[], options: IPtyForkOptions) {
    checkTypes(options);
    const { cwd, uid, gid, encoding = 'utf8' } = options;
    this.handleFlowControl = Boolean(options.handleFlowControl);
    this.#pause = options.flowControlPause || '\x13';
    this.#resume = options.flowControlResume || '\x11';
    this.#file = file;
    this.#encoding = (encoding || undefined) as BufferEncoding | undefined;
    const env = environmentOf(options);
    this.#child = childProcess.spawn(file, args, {
      cwd: cwd || undefined,
      uid,
      gid,
      env,
      closeGrace: CLOSE_GRACE,
      terminal: { ...sizeOf(options), name: env.TERM },
    });
    const { terminal } = this.#child;
    if (encoding !== null) terminal.setEncoding(encoding as BufferEncoding);
    terminal.on('data', (data: string) => this.#data.fire(data));
    this.#child.on('error', (error) => {
      this.#failure = error;
    });
    this.#child.on('close', () => this.#ended());
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get cols(): number {
    return this.#child.terminal.cols;
  }

  get rows(): number {
    return this.#child.terminal.rows;
  }

  get process(): string {
    return this.#child.terminal.foregroundProcess || this.#file;
  }

  get onData(): IEvent<string> {
    return this.#data.event;
  }

  get onExit(): IEvent<{ exitCode: number; signal?: number }> {
    return this.#exit.event;
  }

  /** The path of the terminal, by node-pty's name. */
  get ptsName(): string {
    return this.#child.terminal.path;
  }

  resize(columns: number, rows: number): void {
    if (!(columns > 0 && rows > 0 && columns < Infinity && rows < Infinity)) {
      throw new Error('resizing must be done using positive cols and rows');
    }
    // As node-pty, whose numbers become those of C.
    this.#child.terminal.resize(Math.floor(columns), Math.floor(rows));
  }

  clear(): void {}

  write(data: string | Buffer): void {
    if (this.handleFlowControl && data === this.#pause) this.pause();
    else if (this.handleFlowControl && data === this.#resume) this.resume();
    else if (this.#child.terminal.writable) {
      this.#child.terminal.write(typeof data === 'string' ? Buffer.from(data, this.#encoding) : Buffer.from(data));
    }
  }

  kill(signal = 'SIGHUP'): void {
    try {
      this.#child.kill(signal as NodeJS.Signals);
    } catch {
      // As in node-pty.
    }
  }

  pause(): void {
    this.#child.terminal.pause();
  }

  resume(): void {
    this.#child.terminal.resume();
  }

  destroy(): void {
    this.#child.terminal.destroy();
    this.kill();
  }

  on(event: string, listener: Listener): void {
    this.#emitterOf(event).on(event, listener as (...values: unknown[]) => void);
  }

  addListener(event: string, listener: Listener): void {
    this.on(event, listener);
  }

  once(event: string, listener: Listener): void {
    this.#emitterOf(event).once(event, listener as (...values: unknown[]) => void);
  }

  removeListener(event: string, listener: Listener): void {
    this.#emitterOf(event).removeListener(event, listener as (...values: unknown[]) => void);
  }

  removeAllListeners(event: string): void {
    this.#emitterOf(event).removeAllListeners(event);
  }

  #emitterOf(event: string): EventEmitter {
    return event === 'exit' || event === 'close' ? this.#events : this.#child.terminal;
  }

  #ended(): void {
    const { exitCode, signalCode } = this.#child;
    // A program that could not be started exits as node-pty's, which is a copy of this process
    // until then.
    const code = this.#failure === undefined ? (exitCode ?? 0) : 1;
    const signal = signalCode === null ? 0 : systemConstants().signals[signalCode];
    this.#events.emit('close');
    this.#events.emit('exit', code, signal);
    this.#exit.fire({ exitCode: code, signal });
  }
}
