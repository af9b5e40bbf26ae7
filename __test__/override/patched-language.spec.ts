import test from 'ava';
import { ProgramFolder } from '../support/program';

/** Functions that the preload, and the loading of what a first fork needs, could have used. */
const REPLACED = [
  'Array.prototype.join',
  'Array.prototype.map',
  'Array.prototype.push',
  'Array.prototype.some',
  'Map.prototype.get',
  'Object.assign',
  'Object.create',
  'RegExp.prototype.exec',
  'RegExp.prototype.test',
  'String.prototype.slice',
  'String.prototype.startsWith',
];

const PROGRAM = `
  const { fork } = require('node:child_process');
  const [place, key] = process.argv[2].split(/\\.(?=\\w+$)/);
  const target = place.split('.').reduce((object, name) => object[name], globalThis);
  const original = target[key];
  const restore = () => { target[key] = original; };
  target[key] = () => { restore(); throw new Error('called'); };
  let child;
  try {
    child = fork('module', [], { execPath: '/bin/true', execArgv: [] });
  } finally {
    restore();
  }
  child.on('close', (code) => console.log(code));
`;

// What is loaded with the first fork runs in a process that has replaced the function.
for (const name of REPLACED) {
  test(`the first fork does not call ${name}, which the program has replaced`, (t) => {
    const folder = new ProgramFolder({ 'program.cjs': PROGRAM });
    t.teardown(() => folder.remove());
    const { stdout, stderr, status } = folder.node(['--require', 'rt-std/override', 'program.cjs', name]);
    t.deepEqual([stdout, stderr, status], ['0\n', '', 0]);
  });
}
