// What a program does to its children.
'use strict';
const { runAnother, startAnother, valueContext } = require('./calls.cjs');
const { decode } = require('./values.cjs');

/**
 * Does what a step or listener does to a child, unless that would make a matter of luck of what
 * comes.
 *
 * @param {import('./run-state.cjs').RunState} run
 * @param {import('./subject.cjs').Subject} subject
 * @param {{ act: string }} action
 * @param {string} lane
 */
exports.act = function act(run, subject, action, lane) {
  if (subject.child && subject.allows(action, run.turn)) ACTIONS[action.act](run, subject, action, lane);
};

/** Adds a listener that does something. */
exports.listen = function listen(run, subject, { event, way, action }, lane) {
  const [stream, streamEvent] = event.split(' ');
  const target = streamEvent ? subject.child[stream] : subject.child;
  if (!target || (subject.step.reading === 'collected' && streamEvent)) return;
  // A listener of data begins to read.
  if (streamEvent === 'data' && !['data', 'text'].includes(subject.step.reading)) return;
  let calls = 0;
  const listener = () => {
    // How many pieces come is a matter of luck.
    if (calls++ > 0 && streamEvent === 'data') return;
    if (action.act === 'throw') noteException(run, subject, event);
    const { state, turn } = subject;
    // At these its end is sure, and at others it is not; a channel may end before or after.
    if ((event === 'exit' || event === 'close') && !subject.kind.channel) subject.state = 'ended';
    else if (state === 'ended' || streamEvent === 'end' || streamEvent === 'close') subject.state = 'ending';
    // These come in any order with each other and with the exit.
    if (streamEvent || event === 'disconnect' || event === 'message') subject.turn = -1;
    const meanwhile = subject.state;
    try {
      run.patch.outside(() => exports.act(run, subject, action, lane));
    } finally {
      // Unless it was this that began its end.
      if (subject.state === meanwhile) Object.assign(subject, { state, turn });
    }
  };
  run.call(
    lane,
    way,
    () => target[way](streamEvent ?? event, listener),
    () => 'added',
  );
};

/** An exception of some listeners makes a difference that is known. */
function noteException(run, subject, event) {
  // What else was to come in this tick comes after the next turn of the event loop.
  if (event === 'spawn') subject.turn = -1;
  if (event === 'exit' || event === 'error') run.mayNotClose(subject, 'thrown at the end');
  // It is one of the streams that emits this, and which of them is a matter of luck.
  if (event === 'close') run.note(`child ${subject.id}, deviations`, 'thrown at close');
}

/** Something ends the child now. How much it has written by then is a matter of luck. */
function beginEnd(run, subject) {
  if (subject.state === 'running' && !subject.wasAwaited) subject.outputIsUncertain = true;
  if (subject.came < subject.sent) subject.messagesAreUncertain = true;
  subject.end(run.turn);
}

/** What a program sees of a stream that has ended. */
function stateOf({ destroyed, closed, readable, writable, readableEnded, errored, readyState, pending }) {
  return { destroyed, closed, readable, writable, readableEnded, errored, readyState, pending };
}

const ACTIONS = {
  kill(run, subject, { signal }, lane) {
    const decoded = decode(signal, {});
    const real = subject.state === 'running' && ['SIGTERM', 'SIGKILL', 'sighup', 2, 10, undefined].includes(decoded);
    if (real) beginEnd(run, subject);
    run.call(lane, 'kill', () => subject.child.kill(decoded));
  },
  dispose(run, subject, _action, lane) {
    if (!subject.child[Symbol.dispose]) return;
    beginEnd(run, subject);
    run.call(lane, 'dispose', () => subject.child[Symbol.dispose]());
  },
  abort(run, subject, { reason }, lane) {
    if (subject.hasOption('signal')) beginEnd(run, subject);
    const reasons = { none: [], error: [new Error('because')], text: ['because'] };
    run.call(lane, 'abort', () => subject.controller.abort(...reasons[reason]));
  },
  send(run, subject, { message, callback }, lane) {
    const { child } = subject;
    const decoded = decode(message, valueContext(run, subject, lane));
    subject.hasSent = true;
    const done = (error) => {
      run.note(`${lane}, sent`, error ?? null);
      if (callback === 'throws') throw new Error(`thrown by ${lane}`);
    };
    const returned = run.call(
      lane,
      'send',
      () => child.send(decoded, ...(callback === 'none' ? [] : [done])),
      (value) => typeof value,
    );
    // Internal messages come back as such.
    if (typeof returned === 'boolean' && subject.echoes && subject.state === 'running' && message?.cmd !== 'NODE_WHAT')
      subject.sent++;
  },
  disconnect(run, subject, _action, lane) {
    if (subject.state === 'running') {
      if (subject.came < subject.sent) subject.messagesAreUncertain = true;
      // A child that writes at that moment ends otherwise than one that reads.
      if (subject.hasSent) Object.assign(subject, { isLoose: true, outputIsUncertain: true });
      if (subject.echoes) subject.end(-1);
    }
    if (subject.child.connected) run.mayNotClose(subject, 'disconnected');
    run.call(lane, 'disconnect', () => subject.child.disconnect?.());
  },
  write(run, subject, { text }, lane) {
    // How much of it comes back before it is ended is not waited for.
    subject.wasAwaited = false;
    run.call(
      lane,
      'write',
      () => subject.child.stdin?.write(text),
      () => 'written',
    );
  },
  'end input'(run, subject, _action, lane) {
    subject.end(-1);
    run.call(
      lane,
      'end',
      () => subject.child.stdin?.end(),
      () => 'ended',
    );
  },
  destroy(run, subject, { stream }, lane) {
    if (subject.state !== 'ended') subject.outputIsUncertain = true;
    if (stream === 'stdin') subject.end(-1);
    run.call(
      lane,
      'destroy',
      () => subject.child[stream]?.destroy(),
      () => 'destroyed',
    );
  },
  pause(run, subject, { stream }, lane) {
    if (subject.step.reading === 'iterator') return;
    run.call(
      lane,
      'pause',
      () => subject.child[stream]?.pause(),
      () => 'paused',
    );
  },
  resume(run, subject, { stream }, lane) {
    if (subject.step.reading === 'iterator') return;
    run.call(
      lane,
      'resume',
      () => subject.child[stream]?.resume(),
      () => 'resumed',
    );
  },
  ref(run, subject, _action, lane) {
    run.call(lane, 'ref', () => subject.child.ref());
  },
  unref(run, subject, _action, lane) {
    run.call(lane, 'unref', () => subject.child.unref());
  },
  'remove listeners'(run, subject, { event }, lane) {
    // What cannot be seen is not waited for.
    if (event === 'spawn') subject.hasSpawned = true;
    if (event === 'message') subject.messagesAreUncertain = true;
    if (event === 'disconnect') subject.isDisconnected = true;
    run.call(
      lane,
      'remove listeners',
      () => subject.child.removeAllListeners(event),
      () => 'removed',
    );
  },
  'start another'(run, _subject, { file }, lane) {
    startAnother(run, file, lane);
  },
  'run another'(run, _subject, { file }, lane) {
    runAnother(run, file, lane);
  },
  'channel methods'(run, subject, _action, lane) {
    const { send, disconnect, channel } = subject.child;
    run.note(lane, typeof send, typeof disconnect, channel === null ? 'null' : typeof channel);
  },
  use(run, subject, { property }, lane) {
    // What its state is before its end is a matter of luck.
    const isOver = subject.isClosed && subject.state === 'ended' && !subject.closeMayNotCome;
    const used = subject.child[property];
    const streams = Array.isArray(used) ? used : [used];
    run.note(lane, ...streams.map((stream) => stream && [stream.constructor.name, isOver && stateOf(stream)]));
  },
  look(run, subject, _action, lane) {
    run.note(lane, subject.look());
  },
  throw(_run, _subject, { value }, lane) {
    if (value === 'nothing') throw undefined;
    throw value === 'text' ? `thrown by ${lane}` : new Error(`thrown by ${lane}`);
  },
};
