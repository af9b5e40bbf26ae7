// What a program sees of a child: its events, its streams and its messages.
'use strict';

const LIFE = ['spawn', 'error', 'exit', 'close'];

/**
 * Follows a child.
 *
 * @param {import('./run-state.cjs').RunState} run
 * @param {import('./subject.cjs').Subject} subject
 * @param {string} lane
 */
function watch(run, subject, lane) {
  const { child, step } = subject;
  const { spawnfile, spawnargs, connected, pid } = child;
  const isLate = step.usesStreams === 'late';
  const streams = isLate ? undefined : child.stdio?.map((stream) => stream?.constructor.name);
  run.note(lane, { spawnfile, spawnargs, connected, ran: pid !== undefined, streams });
  if (pid === undefined) {
    subject.end(run.turn);
    if (step.withoutErrorListener) run.mayNotClose(subject, 'thrown at the end');
  }
  for (const event of LIFE) {
    if (event === 'error' && step.withoutErrorListener) continue;
    child.on(event, (...args) => run.patch.outside(() => onLife(run, subject, lane, event, args)));
  }
  child.on('message', (message) => {
    subject.came++;
    run.note(`${lane}, messages`, message);
    run.wake();
  });
  child.on('disconnect', () => {
    subject.isDisconnected = true;
    run.note(`${lane}, messages`, 'disconnect');
    run.wake();
  });
  if (step.reading === 'collected' || isLate) return;
  for (const name of ['stdin', 'stdout', 'stderr']) {
    // One without was made while a built-in that Node's streams use was another one.
    if (child[name]?._readableState) watchStream(run, subject, `${lane}, ${name}`, name);
    else if (child[name]) run.note(`${lane}, ${name}`, 'has no state');
  }
}

function onLife(run, subject, lane, event, args) {
  run.turn++;
  if (event === 'spawn') subject.hasSpawned = true;
  if (event === 'exit' || subject.child.pid === undefined) subject.isOver = true;
  if (event === 'close') subject.isClosed = true;
  // Whether a child was killed before it ended by itself is a matter of luck.
  const shown = subject.isLoose && event !== 'error' ? [] : args;
  run.note(lane, event, ...shown);
  run.wake();
}

function watchStream(run, subject, lane, name) {
  const stream = subject.child[name];
  const { reading } = subject.step;
  let text = '';
  for (const event of ['end', 'finish', 'close', 'error']) {
    stream.on(event, (...args) => {
      run.turn++;
      // A child that does not read makes errors when it ends, sooner or later.
      if (name === 'stdin' && subject.kind.ends !== 'at end of input') return;
      run.note(lane, event, ...args);
      if (event === 'end') run.note(`${lane}, text`, text);
    });
  }
  if (name === 'stdin' || reading === 'nothing') return;
  const take = (chunk) => {
    run.turn++;
    text += chunk.toString('latin1');
    if (name === 'stdout' && text.includes('ready')) subject.isReady = true;
    run.wake();
  };
  if (reading === 'iterator') {
    iterate(stream, take).catch((error) => run.note(lane, 'iterator', error));
    return;
  }
  if (reading === 'text') stream.setEncoding('latin1');
  stream.on('data', take);
}

async function iterate(stream, take) {
  for await (const chunk of stream) take(chunk);
}

module.exports = { LIFE, watch };
