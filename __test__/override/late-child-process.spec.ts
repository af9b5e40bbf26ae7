import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { copyPackage, PACKAGE } from '../support/program';
import { folderOf, isSame, testHere } from './late-programs';

/** In a program: whether our functions are loaded. */
const IS_LOADED = 'Object.keys(require.cache).some((file) => /child_process.functions\\.js$/.test(file))';

testHere('what only looks at the functions loads nothing, and the first call of each loads ours', (t) => {
  const folder = folderOf(t, {
    'program.cjs': `
      const childProcess = require('node:child_process');
      const { inspect, promisify } = require('node:util');
      const all = { ...childProcess };
      inspect(childProcess, { showHidden: true });
      promisify(childProcess.exec);
      const before = ${IS_LOADED};
      const [name, ...args] = JSON.parse(process.argv[2]);
      try {
        childProcess[name](...args);
      } catch {}
      const isSame = Object.keys(all).every((key) => childProcess[key] === all[key]);
      console.log(JSON.stringify([before, ${IS_LOADED}, isSame]));
    `,
    'import.mjs': `
      import * as all from 'node:child_process';
      import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      console.log(JSON.stringify([Object.keys(all).length > 8, ${IS_LOADED}]));
    `,
  });
  const run = (...args: string[]): unknown => JSON.parse(folder.node(['--require', 'rt-std/override', ...args]).stdout);
  for (const call of [
    ['exec', 'true'],
    ['execFile', 'true'],
    ['execFileSync', 'true'],
    ['execSync', 'true'],
    ['fork', 'no-such-module', { silent: true }],
    ['spawn', 'true'],
    ['spawnSync', 'true'],
    ['spawn', 1],
  ]) {
    t.deepEqual(run('program.cjs', JSON.stringify(call)), [false, true, true], String(call[0]));
  }
  t.deepEqual(run('import.mjs'), [true, false]);
});

testHere('names, lengths, descriptors and promised forms are those of Node', (t) => {
  isSame(
    t,
    `
    const childProcess = require('child_process');
    const { custom } = require('node:util').promisify;
    const describe = (value) => [value.name, value.length, Object.getOwnPropertyDescriptors(value).name,
      Object.getOwnPropertyDescriptors(value).length, typeof Object.getOwnPropertyDescriptor(value, custom)?.value];
    for (const [name, { value, ...rest }] of Object.entries(Object.getOwnPropertyDescriptors(childProcess))) {
      console.log(name, rest, describe(value), value[custom] && describe(value[custom]));
    }
  `,
  );
});

testHere('what a program replaces before the first call is used as by Node', (t) => {
  isSame(
    t,
    `
    const childProcess = require('child_process');
    const { execFile } = childProcess;
    childProcess.execFile = (...args) => {
      console.log('execFile', args[0]);
      return execFile(...args);
    };
    childProcess.exec('echo 1', (error, stdout) => {
      console.log(error, stdout);
      childProcess.spawnSync = () => ({ mine: true });
      console.log(childProcess.spawnSync('echo'), String(childProcess.execSync('echo 2')));
      require('util').promisify(childProcess.exec)('echo 3').then(console.log);
    });
  `,
  );
});

testHere('what a program replaces in the language and in timers before the first call is not used', (t) => {
  isSame(
    t,
    `
    const childProcess = require('child_process');
    const timers = require('timers');
    const stop = () => { throw new Error('called'); };
    const kept = [];
    for (const [holder, key] of [[Map.prototype, 'get'], [Map.prototype, 'set'], [WeakMap.prototype, 'get'], [Set.prototype, 'has'],
      [Object, 'assign'], [Object, 'defineProperty'], [Reflect, 'apply'], [Array.prototype, 'join'], [timers, 'setTimeout'],
      [timers, 'clearTimeout'], [globalThis, 'setTimeout'], [process, 'getBuiltinModule']]) {
      if (!(key in holder)) continue;
      kept.push([holder, key, Object.getOwnPropertyDescriptor(holder, key)]);
      holder[key] = stop;
    }
    const child = childProcess.spawn('sleep', ['10'], { timeout: 50, stdio: 'ignore' });
    for (let index = kept.length - 1; index >= 0; index--) kept[index][0][kept[index][1]] = kept[index][2].value;
    child.on('exit', (code, signal) => console.log(code, signal, child.killed));
  `,
  );
});

testHere('a hook that answers for the module when the first call comes is not asked', (t) => {
  isSame(
    t,
    `
    const childProcess = require('child_process');
    const Module = require('module');
    const { _load } = Module;
    const asked = [];
    Module._load = function (id, ...rest) {
      if (id.endsWith('child_process')) asked.push(id);
      return id.endsWith('child_process') ? { execFile: () => 'mine' } : Reflect.apply(_load, this, [id, ...rest]);
    };
    childProcess.exec('echo 1', (error, stdout) => {
      console.log(error, stdout, asked);
      Module._load = _load;
      childProcess.exec('echo 2', (...outcome) => console.log(...outcome));
    });
  `,
  );
});

testHere('fake timers that were there before the module was loaded stop no event', (t) => {
  isSame(
    t,
    `
    const timers = require('timers');
    for (const name of ['setImmediate', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'])
      globalThis[name] = timers[name] = () => ({ unref() {}, ref() {} });
    const childProcess = require('child_process');
    const child = childProcess.spawn('echo', ['1']);
    const seen = [];
    child.stdout.on('data', (data) => seen.push(String(data)));
    child.on('exit', (...outcome) => seen.push('exit'));
    child.on('close', (...outcome) => console.log(seen.sort(), outcome));
  `,
  );
});

testHere('a program that calls again while ours are being loaded gets an answer', (t) => {
  isSame(
    t,
    `
    const childProcess = require('child_process');
    const { Script } = require('vm');
    const { runInThisContext } = Script.prototype;
    let depth = 0;
    let deepest = 0;
    Script.prototype.runInThisContext = function (...args) {
      deepest = Math.max(deepest, ++depth);
      const inner = String(childProcess.spawnSync('echo', ['inner']).stdout);
      if (inner !== 'inner\\n') console.log(inner);
      depth--;
      return runInThisContext.apply(this, args);
    };
    console.log(String(childProcess.spawnSync('echo', ['outer']).stdout), deepest < 3);
    Script.prototype.runInThisContext = runInThisContext;
    console.log(String(childProcess.spawnSync('echo', ['after']).stdout));
  `,
  );
});

testHere('where ours cannot be loaded, Node’s functions do the work, with one warning, until they can', (t) => {
  const folder = folderOf(t, {
    'program.cjs': `
      const { renameSync } = require('node:fs');
      const childProcess = require('node:child_process');
      const ours = process.argv[2];
      const seen = [];
      process.on('warning', ({ name, message }) => seen.push(name, message.split(/[:\\n]/)[0]));
      const run = () => seen.push([String(childProcess.spawnSync('echo', ['x']).stdout), ${IS_LOADED}]);
      renameSync(ours, ours + '.away');
      run();
      run();
      seen.push(new childProcess.ChildProcess() instanceof childProcess.ChildProcess);
      renameSync(ours + '.away', ours);
      run();
      seen.push(new childProcess.ChildProcess() instanceof childProcess.ChildProcess);
      seen.push('resourceUsage' in childProcess.spawnSync('true'));
      setImmediate(() => console.log(JSON.stringify(seen)));
    `,
  });
  const copy = join(folder.path, 'copy');
  copyPackage(copy);
  symlinkSync(join(PACKAGE, 'npm'), join(copy, 'npm'));
  const ours = join(copy, 'dist', 'child_process', 'functions.js');
  const { stdout, stderr } = folder.node([
    '--require',
    join(copy, 'dist', 'override', 'index.js'),
    'program.cjs',
    ours,
  ]);
  const warning = ['OverrideWarning', "this call is left to Node's module"];
  t.deepEqual(JSON.parse(stdout || stderr), [
    ['x\n', false],
    ['x\n', false],
    true,
    ['x\n', true],
    true,
    true,
    ...warning,
  ]);
});
