/** Programs that carry a Node within themselves, played by a Node that says that it is one. */
import test from 'ava';
import { ProgramFolder } from '../../support/program';

const WORKER = 'process.send([process.env.ELECTRON_RUN_AS_NODE, process.env.PKG_EXECPATH, process.env.GIVEN]);';

function environmentOfWorker(before: string, options: string): unknown {
  const program = `
    ${before}
    const { fork } = require('rt-std/child_process');
    fork('./worker.cjs', ${options}).on('message', (message) => console.log(JSON.stringify(message)));
  `;
  const folder = new ProgramFolder({ 'program.cjs': program, 'worker.cjs': WORKER });
  try {
    const { stdout, stderr } = folder.node(['program.cjs']);
    return stderr === '' ? JSON.parse(stdout) : stderr;
  } finally {
    folder.remove();
  }
}

const ELECTRON = "Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: '40.0.0' } });";
const PKG = 'process.pkg = {};';

test("in Electron, a forked child runs its script, as with Electron's own fork", (t) => {
  t.deepEqual(environmentOfWorker(ELECTRON, '{}'), ['1', null, null]);
  t.deepEqual(environmentOfWorker(ELECTRON, "{ env: Object.create({ GIVEN: 'x' }) }"), ['1', null, 'x']);
});

test("in a program made by pkg, a forked child runs its script, as with pkg's own fork", (t) => {
  t.deepEqual(environmentOfWorker(PKG, '{}'), [null, process.execPath, null]);
  t.deepEqual(environmentOfWorker(PKG, "{ env: { PKG_EXECPATH: 'given', GIVEN: 'x' } }"), [null, 'given', 'x']);
});

test('elsewhere, a forked child has no such variables', (t) => {
  t.deepEqual(environmentOfWorker('', '{}'), [null, null, null]);
});
