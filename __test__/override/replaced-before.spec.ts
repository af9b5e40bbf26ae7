import { join } from 'node:path';
import { copyPackage } from '../support/program';
import { folderOf, testHere } from './late-programs';

/** A preload that counts calls, and prints them at the end. */
const COUNTER = `
  const counts = {};
  process.on('exit', () => console.log(JSON.stringify(counts)));
  function count(exported, names) {
    for (const name of names) {
      const original = exported[name];
      exported[name] = function (...args) {
        counts[name] = (counts[name] ?? 0) + 1;
        return original.apply(this, args);
      };
    }
  }
`;

/** A preload that counts calls of functions that it replaces when a program asks for the module. */
const LATE_COUNTER = `
  ${COUNTER}
  const { prototype } = require('node:module');
  let isDone = false;
  const wrap = (original) => function (id) {
    const exported = original.call(this, id);
    if (!isDone && /^(node:)?child_process$/.test(id)) {
      isDone = true;
      count(exported, ['spawn', 'fork', 'execSync']);
    }
    return exported;
  };
  prototype.require = wrap(prototype.require);
  if (process.getBuiltinModule) process.getBuiltinModule = wrap(process.getBuiltinModule);
`;

const IS_OURS = "require('rt-std/override').isOverridden()";

const WARNING = /^\(node:\d+\) OverrideWarning: (\S+) stays Node's own, since (\S+) was replaced before: load rt-std/;

/** The preloads of a process, in this order. */
function requires(...files: string[]): string[] {
  return files.flatMap((file) => ['--require', file]);
}

for (const [what, lock] of Object.entries({
  'a function of child_process that nobody can replace': `
    const value = () => { throw new Error('forbidden'); };
    Object.defineProperty(require('node:child_process'), 'execSync', { value, writable: false, configurable: false });`,
  'frozen exports of child_process': "Object.freeze(require('node:child_process'));",
  'a class that nobody can replace':
    "Object.defineProperty(require('node:child_process'), 'ChildProcess', { writable: false, configurable: false });",
  'frozen exports of querystring': "Object.freeze(require('node:querystring'));",
})) {
  testHere(`${what} of an earlier preload is left alone, in a forked child, too`, (t) => {
    const folder = folderOf(t, {
      'lock.cjs': lock,
      'program.cjs': `
        const childProcess = require('node:child_process');
        require('node:querystring').parse('a=' + 'x'.repeat(300_000));
        try {
          console.log(process.argv[2], String(childProcess.execSync('echo out')));
        } catch ({ message }) {
          console.log(process.argv[2], message);
        }
        if (process.argv[2] === 'parent') childProcess.fork(__filename, ['child']);
      `,
    });
    for (const environment of [{}, { RT_STD_DISABLE: 'all' }]) {
      const plain = folder.node([...requires('./lock.cjs'), 'program.cjs', 'parent'], environment);
      const late = folder.node([...requires('./lock.cjs', 'rt-std/override'), 'program.cjs', 'parent'], environment);
      t.regex(plain.stdout, /^parent (out|forbidden)[\s\S]*^child (out|forbidden)/m);
      t.deepEqual([late.stdout, late.status], [plain.stdout, 0]);
      t.is(late.stderr.split('OverrideWarning').length, 3, late.stderr);
    }
  });
}

for (const disabled of [undefined, '', 'all']) {
  const start = disabled === undefined ? 'an ordinary start' : `RT_STD_DISABLE=${disabled}`;

  testHere(`what an earlier preload has put in the place of a function goes on being called: ${start}`, (t) => {
    const folder = folderOf(t, {
      'functions.cjs': `${COUNTER} count(require('node:child_process'), ['execFile', 'spawn']);`,
      'method.cjs': `${COUNTER} count(require('node:child_process').ChildProcess.prototype, ['spawn']);`,
      'program.cjs': `
        const childProcess = require('node:child_process');
        childProcess.spawn('true');
        childProcess.exec('true');
        childProcess.execFile('true');
        console.log(${IS_OURS});
      `,
    });
    const environment = disabled === undefined ? {} : { RT_STD_DISABLE: disabled };
    for (const [preload, replaced] of [
      ['./functions.cjs', 'execFile'],
      ['./method.cjs', 'ChildProcess.prototype.spawn'],
    ] as const) {
      const plain = folder.node([...requires(preload), '-e', "require('./program.cjs')"], { NODE_PATH: '' });
      const counts = plain.stdout.split('\n').at(-2);
      const late = folder.node([...requires(preload, 'rt-std/override'), 'program.cjs'], environment);
      t.is(late.stdout, `false\n${counts}\n`);
      t.deepEqual(WARNING.exec(late.stderr)?.slice(1), ['child_process', replaced]);
      const first = folder.node([...requires('rt-std/override', preload), 'program.cjs'], environment);
      t.deepEqual([first.stdout, first.stderr], [`true\n${counts}\n`, '']);
    }
  });

  testHere(`what waits for the program to ask for the module finds ours: ${start}`, (t) => {
    const folder = folderOf(t, {
      'late.cjs': LATE_COUNTER,
      'program.cjs': `
        const childProcess = require('node:child_process');
        childProcess.spawn('true');
        console.log(process.argv[2], ${IS_OURS});
        if (process.argv[2] === 'parent') childProcess.fork(__filename, ['child']);
      `,
      'cluster.cjs': `
        const { isPrimary, fork } = require('node:cluster');
        const childProcess = require('node:child_process');
        childProcess.execSync('true');
        console.log(isPrimary, ${IS_OURS});
        if (isPrimary) fork();
        else process.disconnect();
      `,
    });
    const environment = disabled === undefined ? {} : { RT_STD_DISABLE: disabled };
    for (const program of [['program.cjs', 'parent'], ['cluster.cjs']]) {
      const plain = folder.node([...requires('./late.cjs'), ...program], environment);
      const late = folder.node([...requires('./late.cjs', 'rt-std/override'), ...program], environment);
      t.regex(plain.stdout, /^(parent|true) false$/m);
      t.deepEqual([late.stdout, late.stderr], [plain.stdout.replaceAll(' false', ' true'), '']);
    }
  });

  testHere(`a function of querystring that was replaced before goes on being called: ${start}`, (t) => {
    const folder = folderOf(t, {
      'parse.cjs': `${COUNTER} count(require('node:querystring'), ['parse']);`,
      'program.cjs': `
        const { parse } = require('node:querystring');
        parse('a=1');
        parse('a=' + 'x'.repeat(300_000));
        require('node:querystring').parse('a=1');
      `,
    });
    const environment = disabled === undefined ? {} : { RT_STD_DISABLE: disabled };
    const late = folder.node([...requires('./parse.cjs', 'rt-std/override'), 'program.cjs'], environment);
    t.is(late.stdout, '{"parse":3}\n');
    t.deepEqual(WARNING.exec(late.stderr)?.slice(1), ['querystring', 'parse']);
  });

  testHere(`two copies of the override do not take each other for such a preload: ${start}`, (t) => {
    const folder = folderOf(t, {
      'program.cjs': `
        require('node:querystring').parse('a=' + 'x'.repeat(300_000));
        console.log(String(require('node:child_process').execSync('echo out')), ${IS_OURS});
      `,
    });
    const copy = join(folder.path, 'copy');
    copyPackage(copy);
    const other = join(copy, 'dist', 'override', 'index.js');
    const environment = disabled === undefined ? {} : { RT_STD_DISABLE: disabled };
    const { stdout, stderr } = folder.node([...requires(other, 'rt-std/override'), 'program.cjs'], environment);
    t.deepEqual([stdout, stderr], ['out\n true\n', '']);
  });
}
