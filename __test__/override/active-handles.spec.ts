import { ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';

/**
 * What `@pm2/io` does so that an application which has nothing left to do can end (IPCTransport.js,
 * autoExitHook), every 3 seconds there.
 */
const APPLICATION = `
  const onMessage = () => {};
  process.on('message', onMessage);
  const timer = setInterval(() => {
    if (process._getActiveHandles().length !== 3) return;
    const names = process._getActiveHandles().map((handle) => handle.constructor.name);
    if (!names.includes('Pipe') || !names.includes('Socket')) return;
    process.removeListener('message', onMessage);
    setTimeout(() => process.on('message', onMessage), 200).unref();
  }, 300);
  timer.unref();
  // pm2 replaces these functions, and so makes both streams.
  process.stdout.write('');
  process.stderr.write('');
  setImmediate(() => {
    const handles = process._getActiveHandles().map(({ constructor }) => constructor.name).sort();
    const resources = process.getActiveResourcesInfo().filter((name) => !/Timeout|Immediate/.test(name)).sort();
    process.stdout.write(JSON.stringify([handles, resources]));
  });
`;

const PARENT = `
  const child = require('node:child_process').fork('./application.cjs', { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  child.stdout.pipe(process.stdout);
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  child.on('close', (code, signal) => { clearTimeout(timer); console.log(code, signal); });
`;

testOnNode('an application of pm2 ends when it has nothing left to do, as under Node alone', (t) => {
  const folder = new ProgramFolder({ 'application.cjs': APPLICATION, 'parent.cjs': PARENT });
  const alone = folder.node(['parent.cjs']);
  t.regex(alone.stdout, /"Pipe".*0 null/s);
  for (const { way, outcome } of folder.inEveryWay('rt-std/override', 'parent.cjs')) {
    t.deepEqual([outcome.stdout, outcome.stderr, outcome.status], [alone.stdout, alone.stderr, alone.status], way);
  }
  folder.remove();
});
