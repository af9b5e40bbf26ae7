// Runs a program, which is data, with a module, and notes what it sees.
'use strict';
const { getEventListeners } = require('node:events');
const { act, listen } = require('./actions.cjs');
const { runSynchronously, start } = require('./calls.cjs');
const { fakeTimers } = require('./patches.cjs');
const { RunState } = require('./run-state.cjs');
const { Subject } = require('./subject.cjs');

const { nextTick } = process;
/** How long to wait for what comes with one of the modules only, in milliseconds. */
const LATE = 30;

exports.Interpreter = class Interpreter {
  #program;
  #run;
  #subjects = new Map();

  /**
   * @param {object} program
   * @param {typeof import('node:child_process')} module
   * @param {number} patience how long to wait for what should come, in milliseconds
   */
  constructor(program, module, patience) {
    this.#program = program;
    this.#run = new RunState(program, module, patience);
  }

  /** @returns {Promise<Record<string, unknown[]>>} what was noted, by lanes */
  async run() {
    const run = this.#run;
    const restoreTimers = fakeTimers(this.#program.timers);
    try {
      for (const [index, step] of this.#program.steps.entries()) await this.#step(step, `step ${index}`);
      for (const subject of this.#subjects.values()) await this.#finish(subject);
      for (const subject of this.#subjects.values()) this.#noteEnd(subject);
      // Some begin while others are waited for.
      do {
        await Promise.all(run.others.splice(0));
        await run.soon(() => {});
      } while (run.others.length > 0);
    } finally {
      restoreTimers();
      run.patch.remove();
    }
    return run.lanes;
  }

  /** An exception that nobody has caught. */
  onUncaught(error) {
    const label = /^thrown by (.*)$/.exec(typeof error === 'string' ? error : error?.message)?.[1];
    this.#run.note(label ? `${label}, uncaught` : 'uncaught', error);
    this.#run.wake();
  }

  async #step(step, label) {
    const run = this.#run;
    if (step.do === 'start') return this.#start(step);
    if (step.do === 'synchronous') return runSynchronously(run, step, label);
    const subject = this.#subjects.get(step.id);
    if (!subject?.child) return undefined;
    if (step.do === 'wait') return this.#waitFor(subject, step.event);
    if (step.do === 'end') return this.#finish(subject);
    const doIt = () => act(run, subject, step.action, label);
    if (step.when === 'now') doIt();
    else if (step.when === 'tick') nextTick(doIt);
    else if (step.when === 'microtask') run.others.push(Promise.resolve().then(doIt));
    else {
      const done = run.soon(() => {
        run.turn++;
        doIt();
      });
      run.others.push(done);
    }
    return undefined;
  }

  #start(step) {
    const run = this.#run;
    const subject = new Subject(step, run.turn);
    this.#subjects.set(step.id, subject);
    start(run, subject, step);
    if (!subject.child) return;
    for (const [index, listener] of (step.listeners ?? []).entries()) {
      listen(run, subject, listener, `child ${step.id}, listener ${index}`);
    }
  }

  async #waitFor(subject, event) {
    const { child } = subject;
    const conditions = {
      ready: () => subject.isReady || child.stdout === null || child.stdout?.destroyed,
      spawn: () => subject.hasSpawned,
      messages: () => subject.came >= subject.sent || subject.messagesAreUncertain,
    };
    const isThere = () => subject.hasExited || subject.isClosed || conditions[event]();
    let came;
    // What is sent in a tick may still be on its way back.
    do came = await this.#run.until(isThere);
    while (came && !isThere());
    if (event === 'ready') subject.wasAwaited = true;
    if (!came) this.#run.note(`child ${subject.id}, waits`, 'never came', event);
  }

  /** Ends a child that still runs, and waits for its end. */
  async #finish(subject) {
    const { child, kind } = subject;
    const run = this.#run;
    if (!child || subject.state === 'ended') return;
    if (subject.state === 'running') await this.#end(subject);
    const isOver = () =>
      subject.isClosed &&
      (!kind.channel || subject.isDisconnected || child.channel === undefined) &&
      (!child.stdin || child.stdin.closed);
    await run.until(() => isOver() || (subject.closeMayNotCome && subject.hasExited));
    if (!isOver()) await run.until(isOver, LATE);
    subject.state = 'ended';
  }

  /** Ends a child, at a moment when its result does not depend on timing. */
  async #end(subject) {
    const { child, kind } = subject;
    if (subject.echoes) await this.#waitFor(subject, 'messages');
    // A listener may have ended it meanwhile.
    if (subject.state !== 'running') return;
    if (kind.ends === 'at end of input' && child.stdin && !child.stdin.destroyed) child.stdin.end();
    else {
      if (!subject.wasAwaited) subject.outputIsUncertain = true;
      if (!subject.hasExited) process.kill(child.pid, 'SIGKILL');
    }
    subject.end(this.#run.turn);
  }

  #noteEnd(subject) {
    if (!subject.child) return;
    const listeners = getEventListeners(subject.controller.signal, 'abort').length;
    const listened = subject.step.listeners ?? [];
    // Which of the streams closes last emits the child's 'close', and has its own listeners behind
    // that.
    const throwsAtClose = listened.some(({ event, action }) => event === 'close' && action.act === 'throw');
    if (subject.outputIsUncertain) this.#run.drop(`child ${subject.id}, std`);
    for (const [index, { event }] of listened.entries()) {
      const isLuck = event.endsWith(' data') ? subject.outputIsUncertain : throwsAtClose && event.endsWith(' close');
      if (isLuck) this.#run.drop(`child ${subject.id}, listener ${index}`);
    }
    if (subject.messagesAreUncertain) this.#run.drop(`child ${subject.id}, messages`);
    if (!subject.isLoose) this.#run.note(`child ${subject.id}, end`, subject.look(), { listeners });
    this.#run.giveUp(`child ${subject.id}`);
    for (const stream of subject.child.stdio ?? []) {
      try {
        stream?.destroy();
      } catch {
        // Made while a built-in that Node's streams use was another one.
      }
    }
  }
};
