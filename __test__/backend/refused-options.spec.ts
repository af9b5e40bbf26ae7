import test from 'ava';
import { ProgramFolder } from '../support/program';

const OPTIONS = [
  ['contain', true],
  ['deathSignal', 'SIGTERM'],
  ['limits', { core: 0 }],
  ['umask', 0o22],
  ['priority', 5],
  ['processGroup', 0],
  ['groups', []],
  ['noNewPrivileges', true],
  ['cpuAffinity', [0]],
  ['terminal', {}],
] as const;

/** Of the synchronous functions only. */
const TIMED = [
  ['forceKillAfterDelay', 100],
  ['closeGrace', 100],
] as const;

const PROGRAM = `
  const { existsSync } = require('node:fs');
  const childProcess = require('rt-std/child_process');
  const [name, value, functions] = JSON.parse(process.argv[2]);
  const file = process.cwd() + '/started';
  const program = "require('node:fs').writeFileSync('started', '')";
  const args = ['-e', program];
  const command = '"' + process.execPath + '" -e "' + program + '"';
  const calls = {
    spawn: (options) => childProcess.spawn(process.execPath, args, options),
    exec: (options) => childProcess.exec(command, options),
    execFile: (options) => childProcess.execFile(process.execPath, args, options),
    fork: (options) => childProcess.fork(file, [], options),
    spawnSync: (options) => childProcess.spawnSync(process.execPath, args, options),
    execSync: (options) => childProcess.execSync(command, options),
    execFileSync: (options) => childProcess.execFileSync(process.execPath, args, options),
  };
  const results = functions.map((start) => {
    try { calls[start]({ [name]: value }); } catch ({ code, message }) { return code + ' ' + message.includes(' ' + name + ' '); }
    return start + ' went on';
  });
  process.on('exit', () => console.log(JSON.stringify([[...new Set(results)], existsSync(file)])));
`;

test("options of execa, with its forceKillAfterDelay, are taken where Node's own functions do the work", (t) => {
  const folder = new ProgramFolder({
    'program.cjs': `
      // What makes the synchronous functions leave the work to Node's own, in one of two runs.
      if (process.argv[2] === 'replaced') {
        const binding = process.binding('spawn_sync');
        const { spawn } = binding;
        binding.spawn = (options) => spawn(options);
      }
      const { execFileSync, spawnSync } = require('child_process');
      const options = { extendEnv: true, reject: true, forceKillAfterDelay: 5000, encoding: 'utf8' };
      const echo = [process.execPath, ['-p', '"text"']];
      console.log(spawnSync(...echo, options).stdout.trim(), execFileSync(...echo, options).trim());
    `,
  });
  t.teardown(() => folder.remove());
  const args = ['--no-warnings', '--require', 'rt-std/override', 'program.cjs'];
  for (const [way, backend] of [
    ['replaced', undefined],
    ['as it is', 'node'],
  ]) {
    const { stdout, stderr } = folder.node([...args, way as string], { RT_STD_BACKEND: backend });
    t.is(stdout + stderr, 'text text\n', way);
  }
});

const ALL = ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync'];
const SYNCHRONOUS = ALL.slice(4);

function outcome(name: string, value: unknown, functions: readonly string[]): unknown {
  const folder = new ProgramFolder({ 'program.cjs': PROGRAM });
  const { stdout, stderr } = folder.node(['program.cjs', JSON.stringify([name, value, functions])], {
    RT_STD_BACKEND: 'node',
  });
  folder.remove();
  return JSON.parse(stdout || JSON.stringify(stderr));
}

for (const [name, value] of OPTIONS) {
  test(`where Node's module starts processes, ${name} is refused before anything is started`, (t) => {
    // `exec` and `execFile` pass on the options that they know.
    const functions =
      name === 'terminal' ? ALL.filter((start) => !start.startsWith('exec') || start.endsWith('Sync')) : ALL;
    t.deepEqual(outcome(name, value, functions), [['ERR_FEATURE_UNAVAILABLE_ON_PLATFORM true'], false]);
  });
}

for (const [name, value] of TIMED) {
  test(`where Node's module starts processes, the synchronous functions refuse ${name}`, (t) => {
    t.deepEqual(outcome(name, value, SYNCHRONOUS), [['ERR_FEATURE_UNAVAILABLE_ON_PLATFORM true'], false]);
  });
}
