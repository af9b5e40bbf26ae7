/**
 * What the kernel does with the bytes between a program and its terminal (`termios(3)`). Programs
 * in the terminal turn these on and off as they need them.
 */
export interface TerminalModes {
  /** Sends what is written to the terminal back, as a typist wants to see it (`ECHO`). */
  echo?: boolean | undefined;
  /** The child reads whole lines, which can be corrected before (`ICANON`). */
  lines?: boolean | undefined;
  /** Control characters become signals: Ctrl-C is `SIGINT`, Ctrl-Z `SIGTSTP` (`ISIG`). */
  signals?: boolean | undefined;
  /** Ctrl-S stops the child's output, and Ctrl-Q continues it (`IXON`). */
  flowControl?: boolean | undefined;
  /** A carriage return that is written to the terminal is read as a line feed (`ICRNL`). */
  inputNewlines?: boolean | undefined;
  /** A carriage return is sent before each line feed of the child (`OPOST` and `ONLCR`). */
  outputNewlines?: boolean | undefined;
  /** A character that is erased may have several bytes, as UTF-8 has (`IUTF8`). */
  utf8?: boolean | undefined;
}

/** A new terminal for a child. */
export interface TerminalOptions {
  /**
   * Characters in a line, from 1 to 65,535.
   *
   * @default 80
   */
  cols?: number | undefined;
  /**
   * Lines, from 1 to 65,535.
   *
   * @default 24
   */
  rows?: number | undefined;
  /**
   * The width of the whole window in pixels, from 0 to 65,535; 0 is unknown.
   *
   * @default 0
   */
  pixelWidth?: number | undefined;
  /**
   * The height of the whole window in pixels, from 0 to 65,535; 0 is unknown.
   *
   * @default 0
   */
  pixelHeight?: number | undefined;
  /**
   * The kind of terminal, by its name in `terminfo(5)`: the child's variable `TERM`.
   *
   * @default `TERM` of the option `env`; where that has none, `'xterm-256color'`
   */
  name?: string | undefined;
  /**
   * Makes the terminal raw before the child runs: what is written is passed on as it is, without
   * echo, lines, signals and flow control.
   *
   * @default `false`
   */
  raw?: boolean | undefined;
  /**
   * Turns modes on and off before the child runs, after `raw`.
   *
   * @default all of them are on
   */
  modes?: TerminalModes | undefined;
}

/** Options of a child that may have a terminal. */
export interface WithTerminal {
  /**
   * Gives the child a new terminal (a pseudo-terminal): its descriptors 0, 1 and 2 are the
   * terminal, and it leads a session that the terminal controls. `child.terminal` reads and writes
   * it; `child.stdin`, `child.stdout` and `child.stderr` are `null`. In functions that collect the
   * output, what comes from the terminal is `stdout`. Linux only.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, `ERR_OUT_OF_RANGE`;
   * `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` elsewhere than on Linux; `ERR_INVALID_ARG_VALUE` for a
   * `stdio` that says something of the first three descriptors. The system's `EAGAIN` when there
   * are as many terminals as there may be.
   *
   * @default none
   */
  terminal?: TerminalOptions | undefined;
}
