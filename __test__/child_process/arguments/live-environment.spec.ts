import test from 'ava';
import { runWithBoth } from '../../support/both-programs';
import { theirs } from '../../support/modules';
import { fixture, PACKAGE } from '../../support/program';

const SEED = Number(process.env.RT_ENVIRONMENT_SEED ?? Date.now() % 1_000_000);
/** Programs, and changes of the environment in each. */
const PROGRAMS = Number(process.env.RT_ENVIRONMENT_COUNT ?? 6);
const STEPS = 40;

const PROGRAM = fixture('random-environments.js');

function run(specifier: string, seed: number, disabled: string): string[] {
  const { stdout, stderr, status } = theirs.spawnSync(
    process.execPath,
    ['--no-warnings', PROGRAM, specifier, String(seed), String(STEPS)],
    { cwd: PACKAGE, env: { PATH: process.env.PATH, RT_STD_DISABLE: disabled }, encoding: 'utf8', maxBuffer: Infinity },
  );
  return [...stdout.split('\n'), stderr, String(status)];
}

test(`children get the same environment with 'live-environment', without it, and from Node's module (RT_ENVIRONMENT_SEED=${SEED})`, (t) => {
  for (let seed = SEED; seed < SEED + PROGRAMS; seed++) {
    const fast = run('rt-std/child_process', seed, '');
    t.is(fast.length, STEPS + 3, fast.join('\n'));
    const withoutSwitch = (lines: string[]): string[] =>
      lines.map((line) => line.replaceAll('RT_STD_DISABLE=live-environment', 'RT_STD_DISABLE='));
    t.deepEqual(
      fast,
      withoutSwitch(run('rt-std/child_process', seed, 'live-environment')),
      `seed ${seed}: the plain way`,
    );
    t.deepEqual(fast, run('node:child_process', seed, ''), `seed ${seed}: Node's module`);
  }
});

test("a program's own envPairs are not the environment", (t) => {
  const { ours, theirs } = runWithBoth(`
    const print = [process.execPath, ['-p', 'process.env.PATH + process.env.ONLY']];
    for (const envPairs of [['ONLY=this'], 'no list']) {
      for (const stdio of ['pipe', ['ignore', 'pipe', 'ignore']]) {
        console.log(String(childProcess.spawnSync(...print, { envPairs, stdio }).stdout));
        childProcess.spawn(...print, { envPairs, stdio }).stdout.on('data', (text) => console.log(String(text)));
      }
    }
  `);
  t.deepEqual(ours, theirs);
  t.is(ours.stdout.split(`${process.env.PATH}undefined`).length, 9);
});
