import { runWithBoth } from '../../support/both-programs';
import { IS_NODE } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';

/** Where one thread can debug another. */
const testOnNode = testWhere(IS_NODE, 'this is not Node');

/** Debugs the main thread: prints for what exception it stops, and lets it go on. */
const DEBUGGER = `
  const { writeSync } = require('node:fs');
  const { Session } = require('node:inspector');
  const { parentPort } = require('node:worker_threads');
  // To stay.
  parentPort.on('message', () => {});
  const session = new Session();
  session.connectToMainThread();
  session.on('Debugger.paused', ({ params: { data } }) => {
    writeSync(1, 'stopped: ' + data.description.split('\\n')[0] + '\\n');
    session.post('Debugger.resume');
  });
  session.post('Debugger.enable');
  session.post('Debugger.setPauseOnExceptions', { state: 'uncaught' }, () => parentPort.postMessage('ready'));
`;

/** Where a program throws. */
const THROWERS = {
  "a listener of 'exit'": "childProcess.spawn(node, ['-v']).on('exit', fail);",
  "a listener of 'close' of a child without streams":
    "childProcess.spawn(node, ['-v'], { stdio: 'ignore' }).on('close', fail);",
  "a tick that a listener of 'exit' makes":
    "childProcess.spawn(node, ['-v']).on('exit', () => process.nextTick(fail));",
  'the callback of exec': "childProcess.execFile(node, ['-v'], fail);",
  "a listener of 'message'": "childProcess.fork(child, { execArgv: [] }).on('message', fail);",
  "a listener of 'disconnect'": "childProcess.fork(child, { execArgv: [] }).on('disconnect', fail);",
};

for (const [name, thrower] of Object.entries(THROWERS)) {
  testOnNode(`a debugger stops at an exception that nobody catches, of ${name}`, (t) => {
    const program = `
      const { rmSync, writeFileSync } = require('node:fs');
      const { Worker } = require('node:worker_threads');
      const node = process.execPath;
      const child = require('node:path').join(require('node:os').tmpdir(), 'rt-std-debugged-' + process.pid + '.cjs');
      writeFileSync(child, "process.send('text', () => process.disconnect())");
      process.on('exit', () => rmSync(child));
      const worker = new Worker(${JSON.stringify(DEBUGGER)}, { eval: true });
      function fail() {
        throw new Error('thrown');
      }
      process.on('uncaughtException', ({ message }) => {
        console.log('uncaught:', message);
        worker.terminate();
      });
      worker.once('message', () => {
        ${thrower}
      });
    `;
    const { ours, theirs } = runWithBoth(program);
    t.is(theirs.stdout, 'stopped: Error: thrown\nuncaught: thrown\n');
    t.deepEqual([ours.stdout, ours.stderr], [theirs.stdout, theirs.stderr]);
  });
}
