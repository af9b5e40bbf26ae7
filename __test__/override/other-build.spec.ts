import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IS_WINDOWS } from '../support/portable';
import { copyPackage, PACKAGE, ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

/** Whatever these specs are run with. */
const BY_ADDON = { RT_STD_BACKEND: '' };

const testHere = testWhere(IS_NODE && !IS_WINDOWS, 'this is not Node, or there are no programs such as true');

/** What a program does after the package was changed, as on plain Node. */
const REST = `
  const { Worker } = require('node:worker_threads');
  const seen = [];
  const waitFor = (emitter, name, add) => new Promise((resolve) => emitter.on(name, (...all) => resolve(add(all))));
  (async () => {
    seen.push(String(childProcess.execSync('echo sync')));
    seen.push(await new Promise((resolve) => childProcess.exec('echo exec; exit 3', ({ code }, text) => resolve([code, text]))));
    try { process.dlopen({ exports: {} }, '/nowhere/other.node') } catch ({ code }) { seen.push(code); }
    for (const serialization of ['json', 'advanced']) {
      const child = childProcess.fork(process.argv[1], ['child'], { serialization });
      child.on('message', (message) => seen.push(message));
      child.send('text');
      await waitFor(child, 'exit', (outcome) => seen.push(outcome));
    }
    const worker = new Worker("require('worker_threads').parentPort.postMessage(String(require('child_process').execSync('echo w')))", { eval: true });
    await waitFor(worker, 'message', (message) => seen.push(message));
    const { parse } = require('node:querystring');
    seen.push(Object.keys(parse('x=1&'.repeat(90_000), null, null, { maxKeys: 0 })));
    // Each start is written down: a call that is left to Node has started nothing before.
    seen.push(readFileSync('starts', 'utf8'));
    console.log(JSON.stringify(seen));
  })();
`;

const PROGRAM = `
  const { appendFileSync, readFileSync, renameSync, rmSync } = require('node:fs');
  if (process.argv[2] === 'child') {
    appendFileSync('starts', 'child ');
    process.on('message', (message) => process.send([message], () => process.disconnect()));
  } else {
    rmSync('starts', { force: true });
    const [, , before, file, changed] = process.argv;
    const childProcess = require('node:child_process');
    if (before === 'used') childProcess.execFileSync('true');
    if (file !== undefined) renameSync(changed, file);
    ${REST}
  }
`;

const LATE = [
  'override/main',
  'override/early-addon',
  'child_process/functions',
  'child_process/channels',
  'preload/when-used',
  'querystring/functions',
];

/** What the start of a process loads without a look at the text: these compare the numbers. */
const LOOK_THEMSELVES = ['override/main', 'override/early-addon'];

const changes: Record<string, (text: string, name: string) => string> = {
  'half there': (text) => text.slice(0, text.length / 2),
  empty: () => '',
  'of another build': (text, name) => {
    const other = text.replaceAll(text.slice(-16, -1), '123456789012345');
    return LOOK_THEMSELVES.includes(name) ? other : other.replace(/^"use strict";.*\n/m, '$&console.log("runs");\n');
  },
};

for (const [how, change] of Object.entries(changes)) {
  testHere(`a file that is loaded late, and is ${how} by then, is left to Node`, (t) => {
    const folder = new ProgramFolder({ 'program.cjs': PROGRAM });
    t.teardown(() => folder.remove());
    const copy = join(folder.path, 'copy');
    copyPackage(copy);
    symlinkSync(join(PACKAGE, 'npm'), join(copy, 'npm'));
    const plain = folder.node(['--no-warnings', 'program.cjs', '']).stdout;
    t.regex(plain, /^\[.*child child/);
    const preload = ['--no-warnings', '--require', join(copy, 'dist', 'override', 'index.js'), 'program.cjs'];
    for (const name of LATE) {
      const file = join(copy, 'dist', `${name}.js`);
      const text = readFileSync(file, 'latin1');
      const changed = join(folder.path, 'changed');
      for (const before of ['', 'used']) {
        writeFileSync(changed, change(text, name));
        const { stdout, stderr } = folder.node([...preload, before, file, changed]);
        t.deepEqual([stdout, stderr], [plain, ''], `${name} ${before}`);
        writeFileSync(file, text);
      }
    }
  });
}

testHere('the addon of another build is not used: Node’s module starts the processes', (t) => {
  const folder = new ProgramFolder({
    'program.cjs': `
      const { renameSync } = require('node:fs');
      const childProcess = require('node:child_process');
      // Loads our functions, and not the addon yet.
      new childProcess.ChildProcess();
      process.on('warning', ({ code, message }) => console.log(code, message.includes('was replaced')));
      if (process.argv[2] !== undefined) renameSync(process.argv[2], process.argv[3]);
      setTimeout(() => {
        console.log(String(childProcess.execSync('echo ran')), 'resourceUsage' in childProcess.spawnSync('true'));
      }, 1100);
    `,
  });
  t.teardown(() => folder.remove());
  const copy = join(folder.path, 'copy');
  copyPackage(copy);
  symlinkSync(join(PACKAGE, 'npm'), join(copy, 'npm'));
  const functions = join(copy, 'dist', 'child_process', 'functions.js');
  const changed = join(folder.path, 'changed');
  writeFileSync(changed, readFileSync(functions, 'latin1').replace(/\d{15}\n$/, '123456789012345\n'));
  const preload = ['--no-warnings', '--require', join(copy, 'dist', 'override', 'index.js'), 'program.cjs'];
  t.is(folder.node(preload, BY_ADDON).stdout, 'ran\n true\n');
  t.is(folder.node([...preload, changed, functions], BY_ADDON).stdout, 'ran\n false\nRT_STD_BACKEND true\n');
});

testHere('without the override, a channel whose modules are of another build is left to Node', (t) => {
  const folder = new ProgramFolder({
    'program.cjs': `
      const { renameSync } = require('node:fs');
      const { fork, spawnSync } = require('./copy/dist/child_process');
      spawnSync('true');
      renameSync('changed', 'copy/dist/child_process/channels.js');
      process.on('warning', ({ message }) => console.log(message));
      const child = fork('child.cjs');
      child.send('text');
      child.on('message', (message) => console.log(message));
    `,
    'child.cjs': `
      require('node:fs').appendFileSync('starts', 'started');
      process.on('message', (message) => process.send([message], () => process.disconnect()));
    `,
  });
  t.teardown(() => folder.remove());
  const copy = join(folder.path, 'copy');
  copyPackage(copy);
  symlinkSync(join(PACKAGE, 'npm'), join(copy, 'npm'));
  const channels = readFileSync(join(copy, 'dist', 'child_process', 'channels.js'), 'latin1');
  for (const text of [channels.slice(0, 1000), '', channels.replace(/\d{15}\n$/, '123456789012345\n')]) {
    writeFileSync(join(folder.path, 'changed'), text);
    writeFileSync(join(folder.path, 'starts'), '');
    const { stdout } = folder.node(['--no-warnings', 'program.cjs'], BY_ADDON);
    t.regex(stdout, /Node's own functions: .*channels\.js is not whole, or rt-std was replaced .*\n\[ 'text' \]\n$/);
    t.is(readFileSync(join(folder.path, 'starts'), 'utf8'), 'started');
  }
});
