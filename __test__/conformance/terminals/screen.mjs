/**
 * A program in a terminal and what a person would see of it: the terminal of xterm.js without a
 * page, which answers the questions that programs ask of terminals.
 */
export class Screen {
  #terminal;
  #program;
  /** How the program has ended. */
  exit;

  /**
   * @param {typeof import('@xterm/headless')} xterm
   * @param {{ spawn: typeof import('rt-std/pty').spawn }} pty node-pty or ours
   * @param {{ file: string, args: string[], cwd: string, env: Record<string, string> }} what
   */
  constructor(xterm, pty, { file, args, cwd, env }) {
    const size = { cols: 80, rows: 24 };
    this.#terminal = new xterm.Terminal({ ...size, allowProposedApi: true });
    this.#program = pty.spawn(file, args, { ...size, name: 'xterm-256color', cwd, env });
    this.#program.onData((text) => this.#terminal.write(text));
    this.#terminal.onData((text) => this.#program.write(text));
    this.#program.onExit((exit) => {
      this.exit = exit;
    });
  }

  /** The name of the program in the foreground. */
  get foreground() {
    return this.#program.process;
  }

  type(keys) {
    this.#program.write(keys);
  }

  resize(cols, rows) {
    this.#terminal.resize(cols, rows);
    this.#program.resize(cols, rows);
  }

  kill() {
    if (this.exit === undefined) this.#program.kill('SIGKILL');
  }

  /** The lines without the spaces at their ends. */
  get lines() {
    const { active } = this.#terminal.buffer;
    return this.#rows((row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '');
  }

  /** Where the cursor is, and the colours and attributes of each character. */
  get details() {
    const { active } = this.#terminal.buffer;
    const styles = this.#rows((row) => {
      const line = active.getLine(active.viewportY + row);
      const cells = Array.from({ length: this.#terminal.cols }, (_, column) => line?.getCell(column));
      return cells.map(styleOf).join(' ');
    });
    return { cursor: [active.cursorX, active.cursorY], kind: active.type, styles };
  }

  #rows(body) {
    return Array.from({ length: this.#terminal.rows }, (_, row) => body(row));
  }
}

function styleOf(cell) {
  if (!cell) return '';
  const attributes = [cell.isBold(), cell.isDim(), cell.isItalic(), cell.isUnderline(), cell.isInverse()];
  return `${cell.getFgColorMode()}:${cell.getFgColor()}/${cell.getBgColorMode()}:${cell.getBgColor()}/${attributes.map(Number).join('')}`;
}
