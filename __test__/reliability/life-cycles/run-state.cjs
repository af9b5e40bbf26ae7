// What the parts of the interpreter share while a program runs: its notes, and its waiting.
'use strict';
// The real ones: a program may replace them.
const { clearTimeout, setImmediate, setTimeout } = require('node:timers');
const { Patch } = require('./patches.cjs');
const { describe } = require('./values.cjs');

/** The run of one program. */
exports.RunState = class RunState {
  module;
  patience;
  patch;
  /**
   * What was noted. What is in one lane has a certain order; lanes are independent of each other.
   */
  lanes = {};
  /** Counted up by all that lets the event loop turn. */
  turn = 0;
  /** What has to be over before the program ends, besides its children. */
  others = [];
  #othersOf = {};
  #waiting = new Set();
  #dropped = [];
  #over = new Set();

  /**
   * @param {object} program
   * @param {typeof import('node:child_process')} module
   * @param {number} patience how long to wait for what should come, in milliseconds
   */
  constructor(program, module, patience) {
    this.module = module;
    this.patience = patience;
    this.patch = new Patch(program.patch, () => module.spawnSync('true'));
  }

  note(lane, ...entry) {
    this.patch.outside(() => {
      if (this.#dropped.some((prefix) => lane.startsWith(prefix)) || this.#over.has(lane)) return;
      this.lanes[lane] ??= [];
      this.lanes[lane].push(entry.map((value) => describe(value)));
    });
  }

  /** Forgets what is noted in all lanes whose names begin so: it is a matter of luck. */
  drop(prefix) {
    this.#dropped.push(prefix);
    this.lanes.dropped ??= [];
    this.lanes.dropped.push([prefix]);
    for (const lane of Object.keys(this.lanes)) if (lane.startsWith(prefix)) delete this.lanes[lane];
  }

  /** A lane for one more child that is started besides. */
  laneOfAnother(lane) {
    this.#othersOf[lane] = (this.#othersOf[lane] ?? 0) + 1;
    return `${lane}, another, ${this.#othersOf[lane]}`;
  }

  /**
   * Notes nothing more in the lane of a child that the program gives up: what comes while others
   * are waited for comes sooner or later. What its listeners do has lanes of its own.
   */
  giveUp(lane) {
    this.#over.add(lane);
  }

  /**
   * Calls the module, and notes the result.
   *
   * @param {string} lane
   * @param {string} what was called
   * @param {() => unknown} call
   * @param {(returned: unknown) => unknown} [show] what to note of what was returned
   */
  call(lane, what, call, show = (value) => value) {
    try {
      const returned = this.patch.inside(call);
      this.note(lane, what, show(returned));
      return returned;
    } catch (error) {
      this.note(lane, what, 'threw', withoutLuck(error));
      return undefined;
    }
  }

  /** Notes why what follows is known to be different. */
  mayNotClose(subject, reason) {
    this.note(`child ${subject.id}, deviations`, reason);
    subject.closeMayNotCome = true;
  }

  /** Something has happened that others may wait for. */
  wake() {
    for (const look of this.#waiting) look();
  }

  /**
   * Waits until something is so, or for as long as the patience lasts.
   *
   * @returns {Promise<boolean>} whether it is so
   */
  until(condition, patience = this.patience) {
    return new Promise((resolve) => {
      const finish = (came) => {
        this.#waiting.delete(look);
        clearTimeout(timer);
        // Behind what else this turn brings.
        setImmediate(() => {
          this.turn++;
          resolve(came);
        });
      };
      const look = () => condition() && finish(true);
      const timer = setTimeout(finish, patience, false);
      this.#waiting.add(look);
      look();
    });
  }

  /** Does something behind what this turn brings. */
  soon(act) {
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        try {
          resolve(act());
        } catch (error) {
          reject(error);
        }
      });
    });
  }
};

/**
 * The result of a synchronous function, or its error, without the output of a child that was killed
 * at some moment.
 */
function withoutLuck(result) {
  if ((result?.error ?? result)?.code !== 'ETIMEDOUT') return result;
  for (const name of ['output', 'stdout', 'stderr']) delete result[name];
  return result;
}
exports.withoutLuck = withoutLuck;
