import * as util from 'node:util';

const INDENT = '   ';

/** Prints what the tour did as plain text, and remembers which checks failed. */
export class Report {
  #output;
  #coloured;
  #failures = [];
  #chapters = 0;

  /**
   * @param {NodeJS.WriteStream} output where to print; colours are used when it is a terminal and
   *   `NO_COLOR` is not set
   */
  constructor(output) {
    this.#output = output;
    this.#coloured = output.isTTY === true && !process.env.NO_COLOR && typeof util.styleText === 'function';
  }

  /**
   * The descriptions of the checks that failed.
   *
   * @returns {readonly string[]}
   */
  get failures() {
    return this.#failures;
  }

  /** @param {string} text */
  title(text) {
    this.#write(this.#style('bold', text));
  }

  /** @param {string} title */
  chapter(title) {
    this.#chapters += 1;
    this.#write('', this.#style('bold', `${this.#chapters}  ${title}`));
  }

  /** @param {string} text */
  line(text) {
    this.#write(INDENT + text);
  }

  /**
   * Prints rows in columns as wide as their widest cell. The first row is the heading.
   *
   * @param {string} alignment for each column `l` or `r`: the side at which its cells are aligned
   * @param {readonly string[][]} rows
   */
  table(alignment, rows) {
    const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
    for (const [index, row] of rows.entries()) {
      const cells = row.map((cell, column) =>
        alignment[column] === 'l' ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      );
      const text = cells.join('   ').trimEnd();
      this.line(index === 0 ? this.#style('dim', text) : text);
    }
  }

  /**
   * Prints whether something holds that must.
   *
   * @param {boolean} holds
   * @param {string} description what must hold
   * @param {string} [found] what was found instead
   */
  check(holds, description, found) {
    if (holds) {
      this.line(`${this.#style('green', '✓')} ${description}`);
      return;
    }
    const failure = found === undefined ? description : `${description}; found: ${found}`;
    this.#failures.push(failure);
    this.line(`${this.#style('red', '✗ FAILED')} ${failure}`);
  }

  #style(format, text) {
    return this.#coloured ? util.styleText(format, text) : text;
  }

  #write(...lines) {
    for (const line of lines) this.#output.write(`${line}\n`);
  }
}
