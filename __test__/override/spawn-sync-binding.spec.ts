import test from 'ava';
import { testButOnWindows } from '../support/portable';
import { ProgramFolder } from '../support/program';

/**
 * Changes what is started as nyc does: the environment of every child, whatever function starts it.
 */
const PROGRAM = `
  const { ChildProcess, execFileSync, execSync, spawn, spawnSync } = require('node:child_process');
  const binding = process.binding('spawn_sync');
  const original = binding.spawn;
  const seen = [];
  const wrap = (spawn) => function (options) {
    seen.push([options.file, ...options.args]);
    options.envPairs = [...options.envPairs, 'ADDED=yes'];
    return spawn.call(this, options);
  };
  const show = "console.log(process.env.ADDED ?? ''); process.stdin.pipe(process.stdout)";
  const inNode = (text) => '"' + process.execPath + '" -e "' + text + '"';
  const options = { env: { PATH: process.env.PATH }, input: 'read', encoding: 'utf8' };
  const results = [spawnSync(process.execPath, ['-e', show], options).stdout];
  binding.spawn = wrap(binding.spawn);
  ChildProcess.prototype.spawn = wrap(ChildProcess.prototype.spawn);
  results.push(spawnSync(process.execPath, ['-e', show], options).stdout);
  results.push(execFileSync(process.execPath, ['-e', show], options));
  results.push(execSync(inNode(show), options));
  results.push(spawnSync('no-such-program', [], options).error.message);
  try {
    execSync(inNode('process.stdin.resume(); process.exitCode = 3'), options);
  } catch ({ status, message }) {
    results.push([status, message]);
  }
  binding.spawn = original;
  results.push(spawnSync(process.execPath, ['-e', show], options).stdout);
  spawn(process.execPath, ['-e', 'console.log(process.env.ADDED)'], { env: {}, stdio: ['ignore', 'pipe', 'inherit'] }).stdout.on('data', (data) => {
    results.push(String(data));
    console.log(JSON.stringify({ results, seen, name: process.binding.name, length: process.binding.length }));
  });
`;

test('programs see and change what is started below spawnSync() and ChildProcess, as under Node alone', (t) => {
  const folder = new ProgramFolder({ 'program.js': PROGRAM });
  const alone = folder.node(['program.js']);
  t.true(JSON.parse(alone.stdout).results.includes('yes\nread'));
  for (const { way, outcome } of folder.inEveryWay('rt-std/override', 'program.js')) {
    t.deepEqual([outcome.stdout, outcome.stderr, outcome.status], [alone.stdout, alone.stderr, alone.status], way);
  }
  folder.remove();
});

testButOnWindows(
  'what is set up in a child is refused where the program starts it itself',
  'its options need Linux',
  (t) => {
    const folder = new ProgramFolder({
      'program.js': `
      const { execFileSync, execSync, spawnSync } = require('rt-std/child_process');
      require('node:child_process');
      const setup = { limits: { core: 0 } };
      const results = [spawnSync('true', setup).status];
      const binding = process.binding('spawn_sync');
      const { spawn } = binding;
      binding.spawn = (options) => spawn.call(binding, options);
      for (const run of [
        () => spawnSync('true', setup),
        () => spawnSync('true', [], setup),
        () => execFileSync('true', setup),
        () => execSync('true', setup),
        () => spawnSync('true', { limits: undefined, noNewPrivileges: false }).status,
        () => spawnSync('true', { forceKillAfterDelay: false, contain: false }).status,
        ...[{ forceKillAfterDelay: true }, { closeGrace: 0 }, { deathSignal: 9 }, { contain: true }].map(
          (ending) => () => spawnSync('true', [], ending),
        ),
      ]) {
        try {
          results.push(run());
        } catch ({ code, message }) {
          results.push([code, message]);
        }
      }
      console.log(JSON.stringify(results));`,
    });
    const { stdout, stderr } = folder.node(['--require', 'rt-std/override', 'program.js']);
    t.is(stderr, '');
    const where = "where process.binding('spawn_sync').spawn was replaced";
    const refused = (option: string) => [
      'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
      `The option ${option} of rt-std/child_process is not available ${where}`,
    ];
    const limits = refused('limits');
    const ending = ['forceKillAfterDelay', 'closeGrace', 'deathSignal', 'contain'].map(refused);
    t.deepEqual(JSON.parse(stdout), [0, limits, limits, limits, limits, 0, 0, ...ending]);
    folder.remove();
  },
);

test('a program that does not use the binding gets no warning of it', (t) => {
  const folder = new ProgramFolder({ 'program.js': `require('node:child_process').spawnSync('true');` });
  const { stderr, status } = folder.node(['--pending-deprecation', '--require', 'rt-std/override', 'program.js']);
  t.deepEqual([stderr, status], ['', 0]);
  folder.remove();
});
