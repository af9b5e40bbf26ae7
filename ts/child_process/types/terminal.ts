import type { Duplex } from 'node:stream';
import type { TerminalModes } from './terminal-options';

/**
 * The terminal of a child: what the child writes is read from it, and what is written to it the
 * child reads, as if somebody had typed it.
 *
 * It ends when the last process that has the terminal has closed it; all that was written before
 * comes first. `end()` types the character for the end of the input (Ctrl-D) to a program that
 * reads lines. `destroy()` hangs up: the child's session gets `SIGHUP`.
 */
export interface Terminal extends Duplex {
  /** Characters in a line. */
  readonly cols: number;
  /** Lines. */
  readonly rows: number;
  /** The kind of terminal: the child's variable `TERM`, as it was started. */
  readonly name: string;
  /** The path by which the child's side can be opened: `/dev/pts/3`. */
  readonly path: string;
  /**
   * Changes the size of the terminal's window. The programs in the foreground get `SIGWINCH` if it
   * is another size than before. Nothing happens to a terminal that has ended.
   *
   * @param cols - characters in a line, from 1 to 65,535
   * @param rows - lines, from 1 to 65,535
   * @param pixels - the size of the whole window in pixels, where that is known
   * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE`
   */
  resize(cols: number, rows: number, pixels?: { readonly width?: number; readonly height?: number }): void;
  /**
   * The name of the program in the foreground, as it was started (`argv[0]`): the shell's, or that
   * of the program which the shell runs. `undefined` when there is none.
   */
  readonly foregroundProcess: string | undefined;
  /**
   * The identifier of the process group in the foreground (`tcgetpgrp(3)`): it reads from the
   * terminal, and gets the signals of Ctrl-C and Ctrl-Z. `undefined` when there is none.
   */
  readonly foregroundProcessGroup: number | undefined;
  /**
   * What the kernel does with the bytes between both sides, as it is now. `undefined` for a
   * terminal that has ended.
   */
  readonly modes: Required<TerminalModes> | undefined;
  /**
   * Turns modes on or off, at once; those that are not named stay. Nothing happens to a terminal
   * that has ended.
   *
   * @throws `ERR_INVALID_ARG_TYPE`; `ERR_INVALID_ARG_VALUE` for a name that is no mode
   */
  setModes(modes: TerminalModes): this;
  /**
   * Passes what is written on as it is, without echo, lines, signals and flow control, as
   * `setRawMode()` of `tty.ReadStream` does for a terminal of this process; `false` turns all of
   * these on. Nothing happens to a terminal that has ended.
   *
   * @throws `ERR_INVALID_ARG_TYPE`
   */
  setRawMode(enabled: boolean): this;
  /** Lets the terminal keep the event loop alive again, after {@link unref}. */
  ref(): this;
  /** Lets the program end although the terminal is open. */
  unref(): this;
}
