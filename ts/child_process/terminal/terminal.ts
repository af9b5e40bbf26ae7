import { AsyncResource } from 'node:async_hooks';
import { Duplex } from 'node:stream';
import type { NativeAddon } from '../../binding';
import { nodeError, systemError } from '../../errors';
import { clearTimeout, setTimeout } from '../../realm/main-timers';
import { size, type TerminalSettings } from '../arguments/terminal';
import { bitsOf, type ModeBits, modesOf, readModes } from '../arguments/terminal-modes';
import { validateOptionalBoolean } from '../arguments/validate';
import type { Terminal as TerminalType } from '../types/terminal';
import type { TerminalModes } from '../types/terminal-options';

/** What is being written: bytes that the terminal has not taken yet. */
interface Writing {
  readonly bytes: Uint8Array;
  start: number;
  readonly done: (error?: Error | null) => void;
}

/** Milliseconds between two looks whether a child has opened its terminal again. */
const RETRY_AFTER = 50;

/** As much as the addon reads at once. */
const HIGH_WATER_MARK = 64 * 1024;

/** The terminal of a child, as {@link TerminalType} describes it. */
export class Terminal extends Duplex implements TerminalType {
  readonly #addon: NativeAddon;
  /** The addon's name for it; 0 once it is closed. */
  #id: number;
  #cols: number;
  #rows: number;
  readonly #name: string;
  readonly #path: string;
  #isReading = true;
  #writing: Writing | undefined;
  #lastByte = 10;
  #hasChild = true;
  #retry: NodeJS.Timeout | undefined;
  readonly #resource = new AsyncResource('TTYWRAP');

  /**
   * @internal
   * @param addon - the addon
   * @param id - its name for the terminal; 0 for the terminal of a child that could not be started
   * @param settings - what it was made with
   * @param name - its kind
   */
  constructor(addon: NativeAddon, id: number, settings: TerminalSettings, name: string) {
    super({ readableHighWaterMark: HIGH_WATER_MARK, allowHalfOpen: false });
    this.#addon = addon;
    this.#id = id;
    this.#cols = settings.cols;
    this.#rows = settings.rows;
    this.#name = name;
    this.#path = addon.terminalName(id, 'path') ?? '';
    if (id === 0) {
      this.push(null);
      return;
    }
    const resource = this.#resource;
    const error = addon.openTerminal(
      id,
      (bytes: Buffer) => resource.runInAsyncScope(this.#onData, this, bytes),
      () => resource.runInAsyncScope(this.#onWritable, this),
      (failure: number) => resource.runInAsyncScope(this.#onEnd, this, failure),
    );
    if (error < 0) this.destroy(systemError(error, 'read'));
  }

  get cols(): number {
    return this.#cols;
  }

  get rows(): number {
    return this.#rows;
  }

  get name(): string {
    return this.#name;
  }

  get path(): string {
    return this.#path;
  }

  resize(cols: number, rows: number, pixels?: { readonly width?: number; readonly height?: number }): void {
    // A missing number is none that could be taken for it.
    const columns = size(cols ?? null, 0, 'cols', 1);
    const lines = size(rows ?? null, 0, 'rows', 1);
    const width = size(pixels?.width, 0, 'pixels.width', 0);
    const height = size(pixels?.height, 0, 'pixels.height', 0);
    this.#cols = columns;
    this.#rows = lines;
    if (this.#id !== 0) this.#check(this.#addon.resizeTerminal(this.#id, columns, lines, width, height), 'ioctl');
  }

  get foregroundProcess(): string | undefined {
    return (this.#id === 0 ? undefined : this.#addon.terminalName(this.#id, 'process')) ?? undefined;
  }

  get foregroundProcessGroup(): number | undefined {
    const group = this.#id === 0 ? 0 : this.#addon.terminalGroup(this.#id);
    return group > 0 ? group : undefined;
  }

  get modes(): Required<TerminalModes> | undefined {
    const bits = this.#id === 0 ? -1 : this.#addon.terminalModes(this.#id);
    return bits < 0 ? undefined : modesOf(bits);
  }

  setModes(modes: TerminalModes): this {
    return this.#setModes(bitsOf(readModes(modes, 'modes'), undefined));
  }

  setRawMode(enabled: boolean): this {
    validateOptionalBoolean(enabled ?? 0, 'enabled');
    return this.#setModes(bitsOf(undefined, enabled));
  }

  ref(): this {
    if (this.#id !== 0) this.#addon.referenceTerminal(this.#id, true);
    return this;
  }

  unref(): this {
    if (this.#id !== 0) this.#addon.referenceTerminal(this.#id, false);
    return this;
  }

  /**
   * @internal
   * Ends the terminal with what has come, although a process may still have it.
   */
  cut(): void {
    if (this.#id === 0) return;
    const rest = this.#addon.drainTerminal(this.#id);
    if (rest.length > 0) this.push(rest);
    this.#hasChild = false;
    this.#onEnd(0);
  }

  override _read(): void {
    if (this.#isReading || this.#id === 0) return;
    this.#isReading = true;
    this.#check(this.#addon.readTerminal(this.#id, true), 'read');
  }

  override _write(bytes: Uint8Array, _encoding: string, done: Writing['done']): void {
    if (bytes.length > 0) this.#lastByte = bytes[bytes.length - 1] as number;
    this.#writing = { bytes, start: 0, done };
    this.#goOnWriting();
  }

  override _final(done: Writing['done']): void {
    const isWithinLine = this.#lastByte !== 10 && this.#lastByte !== 13;
    const bytes = this.#id === 0 ? undefined : this.#addon.endOfTerminalInput(this.#id, isWithinLine);
    if (bytes === undefined || bytes.length === 0) {
      done();
      return;
    }
    this.#writing = { bytes, start: 0, done };
    this.#goOnWriting();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#close();
    const writing = this.#writing;
    this.#writing = undefined;
    done(error);
    writing?.done(nodeError('Error', 'ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed'));
  }

  #onData(bytes: Buffer): void {
    if (this.push(bytes) || this.#id === 0) return;
    this.#isReading = false;
    this.#check(this.#addon.readTerminal(this.#id, false), 'read');
  }

  #onWritable(): void {
    if (this.#writing !== undefined) this.#goOnWriting();
  }

  #goOnWriting(): void {
    const writing = this.#writing as Writing;
    const { bytes, done } = writing;
    const written = this.#id === 0 ? 0 : this.#addon.writeTerminal(this.#id, bytes, writing.start);
    if (written > 0) writing.start += written;
    if (this.#id !== 0 && written >= 0 && writing.start < bytes.length) return;
    this.#writing = undefined;
    // Nobody has the terminal any more, whose end is about to be read: as what is typed into a
    // closed window, it is lost.
    const error = written < 0 ? systemError(written, 'write') : null;
    done(error?.code === 'EIO' ? null : error);
  }

  /**
   * @internal
   * The child has ended: what follows is the end of the terminal.
   */
  childEnded(): void {
    this.#hasChild = false;
    if (this.#retry !== undefined) this.#readAgain();
  }

  #readAgain(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    if (this.#id !== 0 && this.#isReading) this.#check(this.#addon.readTerminal(this.#id, true), 'read');
  }

  #onEnd(error: number): void {
    if (error === 0 && this.#hasChild && this.#id !== 0) {
      // A child that has closed its descriptors may open the terminal again (`/dev/tty`), and would
      // get a signal if this side was closed.
      this.#retry = setTimeout(() => this.#readAgain(), RETRY_AFTER).unref();
      return;
    }
    this.#close();
    if (this.#writing !== undefined) this.#goOnWriting();
    if (error < 0) this.destroy(systemError(error, 'read'));
    else this.push(null);
  }

  #close(): void {
    if (this.#id === 0) return;
    clearTimeout(this.#retry);
    this.#addon.closeTerminal(this.#id);
    this.#id = 0;
  }

  #setModes({ given, enabled }: ModeBits): this {
    if (this.#id !== 0) this.#check(this.#addon.setTerminalModes(this.#id, given, enabled), 'tcsetattr');
    return this;
  }

  #check(outcome: number, syscall: string): void {
    if (outcome < 0) throw systemError(outcome, syscall);
  }
}
