import test from 'ava';
import { runWithBoth } from '../support/both-programs';

/** By when a program puts something under a number on `Object.prototype`. */
const MOMENTS = {
  'before the first call': '',
  'after a first call': "childProcess.spawnSync(process.execPath, ['-v']);",
};

/** Calls whose results come in any order: each is printed with its name, in the order of these. */
const CALLS = `
  const { NUMBER } = process.env;
  Object.prototype[NUMBER] = 'polluted';
  const node = process.execPath;
  const program = "process.stdout.write('out'); process.stderr.write('err');" +
    "process.send?.({ a: 1 }); process.once('message', (message) => { process.send([message]); process.disconnect(); });";
  const results = {};
  const note = (name, ...values) => { (results[name] ??= []).push(...values); };
  function watch(name, child) {
    for (const event of ['message', 'exit', 'close', 'error']) child.on(event, (value) => note(name, event, value));
  }
  const spawned = childProcess.spawn(node, ['-e', program]);
  for (const name of ['stdout', 'stderr']) spawned[name].on('data', (data) => note(name, String(data)));
  watch('spawn', spawned);
  watch('unused', childProcess.spawn(node, ['-e', program]));
  childProcess.execFile(node, ['-e', program], (...values) => note('execFile', ...values));
  note('spawnSync', String(childProcess.spawnSync(node, ['-e', program]).output));
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
  const forked = childProcess.spawn(node, ['-e', program], { stdio });
  childProcess.spawn('/nonexistent', { stdio }).on('error', ({ code }) => note('not started', code));
  // Behind the first message, which waits for a listener.
  setTimeout(() => {
    watch('forked', forked);
    forked.send('text');
  }, 500);
  process.on('exit', () => {
    delete Object.prototype[NUMBER];
    for (const name of Object.keys(results).sort()) console.log(name, JSON.stringify(results[name]));
  });
`;

for (const [moment, first] of Object.entries(MOMENTS)) {
  for (const number of ['0', '1', '2', '3']) {
    test(`the number ${number} on Object.prototype ${moment} changes nothing`, (t) => {
      const { ours, theirs } = runWithBoth(first + CALLS, [], { NUMBER: number });
      t.is(ours.stdout, theirs.stdout);
      t.is(ours.stderr, theirs.stderr);
      t.regex(ours.stdout, /^execFile .*"out"/m);
    });
  }
}
