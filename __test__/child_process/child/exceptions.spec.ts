import test from 'ava';
import { runWithBoth } from '../../support/both-programs';
import { IS_WINDOWS, testButOnWindows } from '../../support/portable';

/** Notes the events of a child and of its output; the listener of one of them throws. */
const PROLOGUE = `
  const notes = [];
  process.on('uncaughtException', (error, origin) => notes.push(origin + ': ' + error.message));
  process.on('exit', () => console.log(notes.join('\\n')));
  const fail = (name) => { notes.push(name); throw new Error('from ' + name); };
  const follow = (emitter, prefix, names, throwing) => {
    for (const name of names) emitter?.on(name, () => prefix + name === throwing ? fail(prefix + name) : notes.push(prefix + name));
  };
  const followAll = (child, throwing) => {
    follow(child, '', ['spawn', 'error', 'exit', 'close', 'message', 'disconnect'], throwing);
    follow(child.stdout, 'stdout ', ['data', 'end', 'close'], throwing);
    return child;
  };
`;

const WRITES_AND_CLOSES = `
  const { closeSync, writeSync } = require('node:fs');
  writeSync(1, 'output\\n');
  closeSync(1);
  process.stdin.once('data', () => process.exit());
`;

const CLOSES = 'a Node for Windows does not close its output';

/** A child that ends only after its output has ended. */
const START = `
  const program = ${JSON.stringify(WRITES_AND_CLOSES)};
  const child = childProcess.spawn(process.execPath, ['-e', program]);
  child.stdout.once('end', () => child.stdin.end('x\\n'));
`;

for (const event of ['spawn', 'close', 'stdout data', 'stdout end', 'stdout close']) {
  testButOnWindows(`an exception in a listener of '${event}' is uncaught once, and events go on`, CLOSES, (t) => {
    const { ours, theirs } = runWithBoth(`${PROLOGUE}${START} followAll(child, '${event}');`);
    t.deepEqual(ours, theirs);
    t.is(ours.stdout.split(`uncaughtException: from ${event}`).length, 2);
  });
}

const WITHOUT_OUTPUT = "const child = childProcess.spawn('true', { stdio: 'ignore' });";

/** Where Node never emits 'close' (docs/deviations.md). */
const WITH_CLOSE: Record<string, string> = {
  exit: `${IS_WINDOWS ? WITHOUT_OUTPUT : START} followAll(child, 'exit');`,
  error: "followAll(childProcess.spawn('no-such-program', { stdio: 'ignore' }), 'error');",
};

for (const [event, program] of Object.entries(WITH_CLOSE)) {
  test(`an exception in a listener of '${event}' is uncaught once, and 'close' comes too`, (t) => {
    const { ours, theirs } = runWithBoth(PROLOGUE + program);
    t.deepEqual(ours, { ...theirs, stdout: theirs.stdout.replace(/\n$/, '\nclose\n') });
    t.is(ours.stdout.split(`uncaughtException: from ${event}`).length, 2);
  });
}

const CALLBACKS: Record<string, string> = {
  'the callback of execFile': "childProcess.execFile('echo', ['output'], () => fail('callback'));",
  'the callback of a failed exec': "childProcess.exec('exit 3', () => fail('callback'));",
  'the callback of a missing program': "childProcess.execFile('no-such-program', () => fail('callback'));",
  'a listener of an abort': `
    const controller = new AbortController();
    const child = followAll(childProcess.spawn('sleep', ['60'], { signal: controller.signal, stdio: 'ignore' }), 'error');
    child.on('spawn', () => controller.abort());`,
  'no listener of an error':
    "childProcess.spawn('no-such-program', { stdio: 'ignore' }).on('exit', () => notes.push('exit'));",
  'a promise that nobody handles': "require('node:util').promisify(childProcess.execFile)('false');",
};

for (const [title, program] of Object.entries(CALLBACKS)) {
  test(`an exception in, or for lack of, ${title} is uncaught once`, (t) => {
    const { ours, theirs } = runWithBoth(PROLOGUE + program);
    t.deepEqual(ours, theirs);
    t.regex(ours.stdout, /uncaughtException|unhandledRejection/);
  });
}
