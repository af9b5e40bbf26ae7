import { realpathSync } from 'node:fs';
import test from 'ava';
import { theirs } from '../support/modules';
import { PERMISSION } from '../support/permission';
import { PACKAGE, ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

const MAJOR = Number.parseInt(process.versions.node, 10);
/** Node 20 has no flag that allows addons. */
const OPTIONS = [PERMISSION, '--allow-fs-read=*', '--no-warnings'];
/** The right to make sockets of Node 26, which streams need. */
const SOCKETS = MAJOR >= 26 ? ['--allow-net'] : [];

test('where addons are refused, Node’s own module starts the processes of ours', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const { isOverridden, originalModules } = require('rt-std/override');
      const { execSync } = require('child_process');
      console.log(isOverridden(), execSync === originalModules().childProcess.execSync, String(execSync('echo ran')).trim());
      const { backend } = require('rt-std/backend');
      console.log(backend.child_process, backend.reason.includes("Node's permission model refuses the native addon"));
    `,
    'forced.js': `
      const { isOverridden, originalModules } = require('rt-std/override');
      console.log(isOverridden(), require('child_process').execSync === originalModules().childProcess.execSync);
      try { require('rt-std/child_process').spawn('true'); } catch (error) { console.log(error.code, error.cause.code); }
    `,
  });
  const args = ['--require', 'rt-std/override', 'program.js'];
  const unset = { RT_STD_BACKEND: undefined };
  const { stdout, stderr } = folder.node([...OPTIONS, '--allow-child-process', ...args], unset);
  t.deepEqual([stdout, stderr], ['true false ran\nnode true\n', '']);
  // Where it is asked for, and cannot be had, the module stays that of Node.
  const forced = folder.node([...OPTIONS, '--allow-child-process', '--require', 'rt-std/override', 'forced.js'], {
    RT_STD_BACKEND: 'native',
  });
  t.deepEqual([forced.stdout, forced.stderr], ['false true\nERR_DLOPEN_FAILED ERR_DLOPEN_DISABLED\n', '']);
  folder.remove();
});

const withAddons = testWhere(MAJOR >= 22, 'Node 20 cannot allow addons');
withAddons('without the permission to start processes there are none', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const ours = require('rt-std/child_process'), theirs = require('node:child_process');
      const assert = require('node:assert');
      const describe = (call) => { try { call(); } catch (error) { return { ...error, message: error.message }; } };
      for (const start of ['spawn', 'spawnSync', 'execFileSync', 'execSync']) {
        const [our, their] = [ours, theirs].map((module) => describe(() => module[start]('true')));
        assert.deepStrictEqual(our, their, start);
        assert.strictEqual(our.code, 'ERR_ACCESS_DENIED');
      }
      console.log('all refused');
    `,
  });
  const { stdout, stderr } = folder.node([...OPTIONS, '--allow-addons', 'program.js']);
  t.deepEqual([stdout, stderr], ['all refused\n', '']);
  folder.remove();
});

withAddons('a program that may read this package, and nothing else of the system, is served by the addon', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const { backend } = require('rt-std/backend');
      const { spawnSync } = require('rt-std/child_process');
      console.log(String(spawnSync('echo', ['ran']).stdout).trim(), backend.child_process);
    `,
  });
  t.teardown(() => folder.remove());
  const readable = [`--allow-fs-read=${PACKAGE}/*`, `--allow-fs-read=${realpathSync(folder.path)}/*`];
  const others = ['--allow-addons', '--allow-child-process', '--no-warnings', ...SOCKETS];
  const { stdout, stderr } = folder.node([PERMISSION, ...readable, ...others, 'program.js'], {
    RT_STD_BACKEND: undefined,
  });
  t.deepEqual([stdout, stderr], ['ran native\n', '']);
});

test('a start that is refused chooses no backend, and so warns of none', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const { spawn, spawnSync } = require('rt-std/child_process');
      process.on('warning', ({ name }) => name === 'BackendWarning' && console.log(name));
      for (const start of [spawn, spawnSync]) {
        try { start('true'); } catch ({ code }) { console.log(code); }
      }
    `,
  });
  t.teardown(() => folder.remove());
  const { stdout, stderr } = folder.node([...OPTIONS, 'program.js'], { RT_STD_BACKEND: undefined });
  t.deepEqual([stdout, stderr], ['ERR_ACCESS_DENIED\nERR_ACCESS_DENIED\n', '']);
});

const dropsPermissions = (): boolean => {
  const { stdout } = theirs.spawnSync(process.execPath, [PERMISSION, '-p', 'typeof process.permission.drop']);
  return String(stdout).trim() === 'function';
};
const canDrop = testWhere(IS_NODE && dropsPermissions(), 'this Node cannot give up permissions');
canDrop('a program that gives up its right to read files goes on starting processes', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const { execSync, spawn } = require('child_process');
      process.permission.drop('fs.read');
      console.log(String(execSync('echo ran')).trim());
      spawn('echo', ['spawned']).stdout.on('data', (data) => console.log(String(data).trim()));
    `,
  });
  t.teardown(() => folder.remove());
  for (const more of [[], ['--allow-addons']]) {
    const args = [...OPTIONS, '--allow-child-process', ...more];
    const { stdout, stderr } = folder.node([...args, '--require', 'rt-std/override', 'program.js']);
    t.deepEqual([stdout, stderr], ['ran\nspawned\n', ''], more.join());
  }
});

for (const preload of [[], ['--require', 'rt-std/override']]) {
  canDrop(`${preload.at(-1) ?? 'our module'} goes on with processes and channels then`, (t) => {
    const folder = new ProgramFolder({
      'program.js': `
        if (process.send) return process.on('message', (message) => process.send(message, () => process.disconnect()));
        const { execSync, fork } = require('rt-std/child_process');
        if (process.argv[2] === 'late') execSync('true');
        process.permission.drop('fs.read');
        console.log(String(execSync('echo ran')).trim());
        const child = fork(__filename);
        child.on('message', (message) => console.log(message)).on('exit', (code) => console.log(code));
        child.send('echo');
      `,
    });
    t.teardown(() => folder.remove());
    // The last with the addon, which needs the right to make sockets where there is one.
    for (const more of [[], ['--allow-addons'], ['--allow-addons', ...SOCKETS]]) {
      for (const when of ['early', 'late']) {
        const args = [...OPTIONS, '--allow-child-process', ...more, ...preload, 'program.js', when];
        const { stdout, stderr } = folder.node(args);
        t.deepEqual([stdout, stderr], ['ran\necho\n0\n', ''], `${more} ${when}`);
      }
    }
  });
}

/** Forks itself, with arguments of its own for the child, whose channel is then shown to work. */
const FORKS = `
  const { fork } = require('child_process');
  const { isOverridden } = require('rt-std/override');
  if (process.send) {
    process.on('message', (message) => process.send([message, isOverridden()], () => process.disconnect()));
  } else {
    GIVES_UP;
    const child = fork(__filename, { execArgv: ['--no-warnings'] });
    child.on('message', (message) => console.log(...message)).on('exit', (code) => console.log(code));
    child.send('echo');
  }
`;

canDrop('a child that is forked after that has the rights of the start, and the preload', (t) => {
  const folder = new ProgramFolder({
    'program.js': FORKS.replace('GIVES_UP', "process.permission.drop('fs.read')"),
    'cluster.js': `
      const cluster = require('cluster');
      if (cluster.isPrimary) {
        process.permission.drop('fs.read');
        cluster.setupPrimary({ execArgv: ['--no-warnings'] });
        cluster.fork().on('message', (message) => console.log(message)).on('exit', (code) => console.log(code));
      } else process.send(require('rt-std/override').isOverridden(), () => process.exit());
    `,
  });
  t.teardown(() => folder.remove());
  for (const more of [[], ['--allow-addons']]) {
    const args = [...OPTIONS, '--allow-child-process', ...more, '--require', 'rt-std/override'];
    const forked = folder.node([...args, 'program.js']);
    t.deepEqual([forked.stdout, forked.stderr], ['echo true\n0\n', ''], more.join());
    const clustered = folder.node([...args, 'cluster.js']);
    t.deepEqual([clustered.stdout, clustered.stderr], ['true\n0\n', ''], more.join());
  }
});

const inNode = testWhere(IS_NODE, 'Bun and Deno have no such functions of node:fs');
inNode('what hides the files of the preload from this process does not keep it from a child', (t) => {
  const folder = new ProgramFolder({
    'program.js': FORKS.replace('GIVES_UP', 'global.isHidden = true'),
    'hide.js': `
      const fs = require('fs');
      const { existsSync } = fs;
      fs.existsSync = (path) => {
        if (global.isHidden && /override.index\\.js$/.test(path)) throw Object.assign(new Error('hidden'), { code: 'ERR_ACCESS_DENIED' });
        return existsSync(path);
      };
    `,
  });
  t.teardown(() => folder.remove());
  const { stdout, stderr } = folder.node(['--require', './hide.js', '--require', 'rt-std/override', 'program.js']);
  t.deepEqual([stdout, stderr], ['echo true\n0\n', '']);
});

const ownRights = testWhere(IS_NODE && MAJOR >= 22, 'Node 20 refuses a preload that may not be read');
ownRights('a forked child whose own permissions hide this package is one of Node’s', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      if (process.send) {
        process.on('message', (message) => process.send(message, () => process.disconnect()));
      } else {
        const { fork } = require('rt-std/child_process');
        const execArgv = ['--permission', '--allow-fs-read=' + __dirname + '/*'];
        const child = fork(__filename, { execArgv, stdio: [0, 1, 'pipe', 'ipc'] });
        child.stderr.on('data', (data) => console.log(String(data).split(': ').slice(0, 2).join(': ').slice(-50)));
        child.on('message', (message) => console.log(message)).on('close', (code) => console.log(code));
        child.send('echo');
      }
    `,
  });
  t.teardown(() => folder.remove());
  for (const name of ['override', 'register']) {
    const { stdout, stderr } = folder.node(['--require', `rt-std/${name}`, 'program.js']);
    const warned = `PreloadWarning: rt-std/${name} is not in this child`.slice(-50);
    t.deepEqual([stdout.trim().split('\n').sort(), stderr], [['0', warned, 'echo'].sort(), '']);
  }
});
