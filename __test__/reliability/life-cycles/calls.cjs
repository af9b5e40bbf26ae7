// The calls of a program that start children.
'use strict';
const { promisify } = require('node:util');
const { withoutLuck } = require('./run-state.cjs');
const { decode } = require('./values.cjs');
const { LIFE, watch } = require('./watching.cjs');

/**
 * What values in arguments may do while the module reads them.
 *
 * @param {import('./run-state.cjs').RunState} run
 * @param {{ controller: AbortController, child?: object }} subject
 * @param {string} lane
 */
function valueContext(run, subject, lane) {
  const done = new Set();
  return {
    signal: () => subject.controller.signal,
    effect: (name) => {
      if (name === 'throws') throw new Error(`thrown by ${lane}, a getter`);
      // How often a getter is asked is no promise.
      if (done.has(name)) return;
      done.add(name);
      run.patch.outside(() => EFFECTS[name](run, `${lane}, a getter`, subject));
    },
  };
}

const EFFECTS = {
  spawns: (run, lane) => startAnother(run, 'true', lane),
  'fails to spawn': (run, lane) => startAnother(run, 'no-such-program', lane),
  'spawns synchronously': (run, lane) => runAnother(run, 'true', lane),
  sends: (run, lane, subject) => {
    if (!subject.child?.connected) return;
    if (subject.echoes) subject.sent++;
    subject.hasSent = true;
    run.call(lane, 'send', () => subject.child.send('from a getter'));
  },
};

/** Starts the child of a step, and follows it. */
function start(run, subject, step) {
  const lane = `child ${step.id}`;
  const context = valueContext(run, subject, lane);
  const args = [...decode(step.args, context), decode(step.options, context)];
  const [name, promised] = step.call.split(' ');
  const callback = (...outcome) => collected(run, subject, outcome);
  if (promised) {
    const call = () => promisify(run.module[name])(...args);
    const promise = run.call(lane, step.call, call, () => 'a promise');
    subject.child = promise?.child;
    promise?.then(
      ({ stdout, stderr }) => callback(null, stdout, stderr),
      (error) => callback(error, error.stdout, error.stderr),
    );
  } else {
    const own = name.startsWith('exec') ? [callback] : [];
    const call = () => run.module[name](...args, ...own);
    subject.child = run.call(lane, step.call, call, () => 'a child');
  }
  if (subject.child) watch(run, subject, lane);
}

function collected(run, subject, [error, stdout, stderr]) {
  const lane = `child ${subject.id}, callback`;
  if (subject.isLoose && error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') run.note(lane, error.code);
  else run.note(lane, error, stdout, stderr);
}

/** Calls a synchronous function. */
function runSynchronously(run, { call, args, options }, lane) {
  const context = valueContext(run, { controller: new AbortController() }, lane);
  const decoded = [...decode(args, context), decode(options, context)];
  run.call(lane, call, () => run.module[call](...decoded), withoutLuck);
  run.turn++;
}

/** Starts a child besides, of which only the events are noted. */
function startAnother(run, file, lane) {
  const call = () => run.module.spawn(file, { stdio: 'ignore' });
  const child = run.call(lane, 'spawn', call, () => 'a child');
  if (!child) return;
  // Which of several ends first is luck.
  const own = run.laneOfAnother(lane);
  for (const event of LIFE) child.on(event, (...args) => run.note(own, event, ...args));
  run.others.push(new Promise((resolve) => child.on('close', resolve)));
}

/** Runs a child besides. */
function runAnother(run, file, lane) {
  run.call(lane, 'spawnSync', () => run.module.spawnSync(file, { stdio: 'ignore' }));
  run.turn++;
}

module.exports = { runAnother, runSynchronously, start, startAnother, valueContext };
