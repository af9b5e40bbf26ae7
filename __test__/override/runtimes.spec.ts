import { join } from 'node:path';
import test from 'ava';
import { PACKAGE, ProgramFolder } from '../support/program';

/** What lets a runtime load a file before the program. */
function preload(entry: 'override' | 'register'): string[] {
  const path = join(PACKAGE, 'dist', entry, 'index.js');
  if (process.versions.bun) return ['--preload', path];
  return process.versions.deno ? ['run', '--allow-all', '--require', path] : ['--require', path];
}

const IS_OURS = "require('node:child_process').ChildProcess === require('rt-std/child_process').ChildProcess";

/** Programs under the override; each prints whether what it asks about has our functions. */
const PROGRAMS: Record<string, string> = {
  'the program': `console.log(${IS_OURS});`,
  'a forked child': "require('node:child_process').fork('./child.cjs').on('message', (answer) => console.log(answer));",
  'a forked child with another environment':
    "require('node:child_process').fork('./child.cjs', { env: { PATH: process.env.PATH } }).on('message', (answer) => console.log(answer));",
  'a forked child without the arguments of its parent':
    "require('node:child_process').fork('./child.cjs', { execArgv: [] }).on('message', (answer) => console.log(answer));",
  'a worker': `
    const { Worker } = require('node:worker_threads');
    const program = "require('node:worker_threads').parentPort.postMessage(${IS_OURS.replaceAll("'", "\\'")})";
    new Worker(program, { eval: true }).on('message', (answer) => console.log(answer));`,
};

for (const [title, program] of Object.entries(PROGRAMS)) {
  test(`rt-std/override reaches ${title}, in any runtime`, (t) => {
    const child = `process.send(${IS_OURS}, () => process.disconnect());`;
    const folder = new ProgramFolder({ 'program.cjs': program, 'child.cjs': child });
    t.teardown(() => folder.remove());
    const { stdout, stderr, status } = folder.node([...preload('override'), './program.cjs']);
    t.deepEqual({ stdout, stderr, status }, { stdout: 'true\n', stderr: '', status: 0 });
  });
}

for (const [name, program] of Object.entries({
  'program.cjs': "console.log(typeof require('rt:child_process').spawn);",
  'program.mjs': "import { spawn } from 'rt:child_process'; console.log(typeof spawn);",
})) {
  test(`rt-std/register serves ${name}, in any runtime`, (t) => {
    // Deno finds only packages that are named as dependencies.
    const folder = new ProgramFolder({ [name]: program, 'package.json': '{ "dependencies": { "rt-std": "*" } }' });
    t.teardown(() => folder.remove());
    const { stdout, stderr, status } = folder.node([...preload('register'), `./${name}`]);
    t.deepEqual({ stdout, stderr, status }, { stdout: 'function\n', stderr: '', status: 0 });
  });
}
