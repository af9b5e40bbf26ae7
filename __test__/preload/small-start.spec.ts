import { ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';
import { OVERRIDE, REGISTER, WITH_OVERRIDE, WITH_REGISTER } from './small-start-programs';

const BEGINNING = `
  const { apply } = Reflect;
  const { log } = console;
  const lines = [];
  let counting = false;
  let calls = 0;
  const print = (...values) => lines[lines.length] = require('util').inspect(values);
  require('util').inspect([]);
  process.on('exit', () => { log(lines.join('\\n') + (calls > 0 ? ' calls ' + calls : '')); });
`;

const PRELOADS = { override: [OVERRIDE, WITH_OVERRIDE], register: [REGISTER, WITH_REGISTER] } as const;

for (const [name, [preload, programs]] of Object.entries(PRELOADS)) {
  for (const [title, program] of Object.entries(programs)) {
    testOnNode(`with ${name}, a program that ${title} finds the same with a small start and with all of it`, (t) => {
      const folder = new ProgramFolder({ 'program.cjs': `${BEGINNING}${program}` });
      const outputs = [{}, { RT_STD_DISABLE: 'small-start' }].map((environment) => {
        const { stdout, stderr } = folder.node(['--require', preload, 'program.cjs'], environment);
        // One variable more.
        return `${stdout}${stderr}`.replace(/^\[\s+\d+,\s+\[/, '[ [').replace(/\(node:\d+\)/g, '(node)');
      });
      t.true((outputs[0] as string).trim().length > 0);
      t.is(outputs[0], outputs[1]);
      folder.remove();
    });
  }
}

/** Says what a process, a child that it forks and a worker that it makes have loaded of ours. */
const SAYS_LOADED = `
  const { basename } = require('path');
  const { Worker, isMainThread, parentPort } = require('worker_threads');
  const loaded = Object.keys(require.cache).filter((path) => path !== __filename).map((path) => basename(path));
  if (process.send) process.send(loaded);
  else if (!isMainThread) parentPort.postMessage(loaded);
  else {
    console.log(JSON.stringify(loaded));
    require('child_process').fork(__filename).on('message', (loaded) => {
      console.log(JSON.stringify(loaded));
      new Worker(__filename).on('message', (loaded) => console.log(JSON.stringify(loaded)));
    });
  }`;

for (const [name, [preload]] of Object.entries(PRELOADS)) {
  testOnNode(
    `with ${name}, ordinary starts of a process, a forked child and a worker load a small file or two`,
    (t) => {
      const folder = new ProgramFolder({ 'program.cjs': SAYS_LOADED });
      const { stdout } = folder.node(['--require', preload, 'program.cjs']);
      const loaded = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as string[]]));
      t.deepEqual(loaded, [['index.js'], ['index.js', 'forked-child.js'], ['index.js', 'worker-start.js']]);
      folder.remove();
    },
  );
}
