import test from 'ava';
import { runWithBoth } from '../../support/both-programs';

/**
 * Fills the table of descriptors but for some places, and returns what a spawn does then, and how
 * many places it takes for good.
 */
const program = (places: number): string => `
  const { closeSync, openSync } = require('node:fs');
  const notes = [];
  const fill = () => { const opened = []; try { for (;;) opened.push(openSync('/dev/null', 'r')); } catch { return opened; } };
  const follow = (child, done) => {
    notes.push([Object.keys(child), child.pid === undefined, child.stdin === undefined, child.stdio === undefined]);
    for (const name of ['spawn', 'error', 'exit', 'close']) child.on(name, (...args) =>
      notes.push([name, ...args.map((arg) => arg instanceof Error ? { ...arg, message: arg.message } : arg)]));
    child.on('close', done);
  };
  // What both modules open with the first child, and keep.
  childProcess.execFile('true', () => {
    const opened = fill();
    for (const descriptor of opened.splice(0, ${places})) closeSync(descriptor);
    follow(childProcess.spawn('true', ['a']), () => {
      childProcess.execFile('true', ['a'], (error) => {
        notes.push(['callback', error.code, error.killed, error.cmd]);
        const { error: failure, pid, status, output } = childProcess.spawnSync('true');
        notes.push(['spawnSync', failure.code, failure.syscall, pid, status, output]);
        for (let count = 0; count < 100; count++) childProcess.spawn('true').on('error', () => {});
        setImmediate(() => setImmediate(() => {
          const free = fill();
          notes.push(['free', free.length]);
          for (const descriptor of [...opened, ...free]) closeSync(descriptor);
          follow(childProcess.spawn('true', ['b']), () => console.log(JSON.stringify(notes)));
        }));
      });
    });
  });
`;

for (const places of [0, 1, 2, 3]) {
  test(`with ${places} descriptors left a spawn fails as in Node, leaves none open, and later ones work`, (t) => {
    const script = `require('node:child_process').execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=80']);`;
    const { ours, theirs } = runWithBoth(script + program(places));
    // Node keeps one for itself.
    const withoutCount = (text: string): string => text.replace(/\["free",\d+\],/, '');
    t.is(withoutCount(ours.stdout), withoutCount(theirs.stdout));
    t.deepEqual([ours.status, ours.stderr], [theirs.status, theirs.stderr]);
    t.regex(ours.stdout, /"error",\{"errno":-24,"code":"EMFILE"/);
    t.regex(ours.stdout, new RegExp(`"free",${places}\\]`));
  });
}

/** The first fork of a program, with this many descriptors left. */
const forking = (places: number): string => `
  const { closeSync, openSync } = require('node:fs');
  const notes = [];
  // Both open something for the first stream, and for the first child.
  process.stdin;
  childProcess.execFile('true', () => {
    childProcess.execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=80']);
    const opened = [];
    try { for (;;) opened.push(openSync('/dev/null', 'r')); } catch {}
    for (const descriptor of opened.splice(0, ${places})) closeSync(descriptor);
    const child = childProcess.fork('/not/there.js');
    notes.push([child.pid, child.connected, child.channel === undefined, 'send' in child, 'stdio' in child]);
    for (const name of ['spawn', 'error', 'exit', 'disconnect', 'close']) child.on(name, (...values) => notes.push([name, ...values.map(String)]));
    child.on('close', () => {
      for (const descriptor of opened) closeSync(descriptor);
      console.log(JSON.stringify(notes));
    });
  });
`;

for (const places of [0, 1]) {
  test(`with ${places} descriptors left the first fork fails as in Node`, (t) => {
    const { ours, theirs } = runWithBoth(forking(places));
    t.deepEqual(ours, theirs);
    t.regex(ours.stdout, /"error","Error: spawn \S+ EMFILE"\],\["close","-24","null"\]/);
  });
}
