import { strict as assert } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../../scripts/run/failure.mjs';

const limit = 30_000;
const pause = 20;

/**
 * The same program in a terminal of node-pty and in one of ours, which get the same keys. Nothing
 * depends on time: each step waits until both show what it asks for, and both the same.
 */
export class Pair {
  #screens;
  #normalize;

  /**
   * @param {import('./screen.mjs').Screen[]} screens
   * @param {((line: string) => string) | undefined} normalize replaces in a line what differs from
   *   run to run; colours are not compared then
   */
  constructor(screens, normalize) {
    this.#screens = screens;
    this.#normalize = normalize;
  }

  type(keys) {
    for (const screen of this.#screens) screen.type(keys);
  }

  resize(cols, rows) {
    for (const screen of this.#screens) screen.resize(cols, rows);
  }

  /** Waits until both show this, in their lines joined by line feeds, and are equal: returns it. */
  async shows(wanted) {
    const show = () => this.#screens.map((screen) => this.#shown(screen));
    const reached = await until(() => {
      const [first, second] = show();
      return wanted.test(first.text) && isDeepStrictEqual(first, second);
    });
    if (reached) return show()[0].text;
    const [first, second] = show();
    const output = `with node-pty:\n${first.text.trimEnd()}\n\nwith rt-std/pty:\n${second.text.trimEnd()}`;
    if (!wanted.test(first.text)) throw new Failure(`node-pty does not show ${wanted}`, { output });
    if (!wanted.test(second.text)) throw new Failure(`rt-std/pty does not show ${wanted}`, { output });
    assert.deepEqual(second, first);
  }

  /** Waits until a program has come to the foreground. */
  async foreground(wanted) {
    const names = () => this.#screens.map(({ foreground }) => foreground);
    if (!(await until(() => names().every((name) => name === wanted)))) assert.deepEqual(names(), [wanted, wanted]);
  }

  /** Waits until both have ended, in the same way, and with this code if one is given. */
  async ends(exitCode) {
    const exits = () => this.#screens.map(({ exit }) => exit);
    await until(() => exits().every((exit) => exit !== undefined));
    const [first, second] = exits();
    assert.ok(first, 'the program has not ended with node-pty');
    assert.deepEqual(second, first);
    if (exitCode !== undefined) assert.deepEqual(first, { exitCode, signal: 0 });
  }

  #shown(screen) {
    if (!this.#normalize) return { text: screen.lines.join('\n'), ...screen.details };
    return { text: screen.lines.map(this.#normalize).join('\n') };
  }
}

async function until(condition) {
  const end = Date.now() + limit;
  while (!condition()) {
    if (Date.now() > end) return false;
    await delay(pause);
  }
  return true;
}
