import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { theirs } from '../../support/modules';
import { fixture, ProgramFolder } from '../../support/program';
import { testWithFilters } from './system-call-filters';

/**
 * Starts children with all that a child's side has to do, among it what fails, and prints how they
 * ended.
 */
const PROGRAM = `
  const { spawn, spawnSync, fork, exec } = require('rt-std/child_process');
  const ended = (child) => new Promise((resolve) => child.on('error', resolve).on('close', resolve));
  (async () => {
    const env = { ...process.env, A: 'x'.repeat(10_000) };
    const ends = [
      await ended(spawn('true')),
      await ended(spawn('true', { cwd: '/', detached: true, env, stdio: ['ignore', 'pipe', 2, 1, 0, 'pipe', 'ipc'] })),
      await ended(spawn('sh', ['-c', 'exit 3'], { uid: process.getuid(), gid: process.getgid(), argv0: 'other' })),
      (await ended(spawn('no-such-program'))).code,
      (await ended(spawn('/etc/passwd'))).code,
      (await ended(spawn('true', { cwd: '/no/such/directory' }))).code,
      await ended(exec('exit 4')),
      await ended(fork('/no/such/module', { silent: true })),
      spawnSync('cat', { input: 'x' }).stdout.toString(),
      spawnSync('no-such-program').error.code,
    ];
    console.log(JSON.stringify(ends));
  })();
`;
const ENDS = [0, 0, 3, 'ENOENT', 'EACCES', 'ENOENT', 4, 1, 'x', 'ENOENT'];

function library(folder: ProgramFolder, name: string): string {
  const path = join(folder.path, `${name}.so`);
  theirs.execFileSync('cc', ['-shared', '-fPIC', '-o', path, fixture(`${name}.c`)]);
  return path;
}

function watched(t: ExecutionContext, libraries: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const folder = new ProgramFolder({ 'program.js': PROGRAM });
  t.teardown(() => folder.remove());
  copyFileSync(fixture('every-way.js'), join(folder.path, 'every-way.js'));
  const allocations = join(folder.path, 'allocations');
  const LD_PRELOAD = libraries.map((name) => library(folder, name)).join(':');
  const run = (program: string) => {
    writeFileSync(allocations, '');
    const outcome = folder.node([program], { LD_PRELOAD, RT_ALLOCATIONS: allocations, ...variables });
    return { ...outcome, allocations: readFileSync(allocations, 'utf8') };
  };
  return { every: run('every-way.js'), program: run('program.js') };
}

const WAYS: readonly (readonly [way: string, declare: typeof testWithFilters, libraries: readonly string[]])[] = [
  ['by clone3', test, ['watches-allocation']],
  ['by clone, without pidfds', testWithFilters, ['watches-allocation', 'refuses-newer-calls']],
];

for (const [way, declare, libraries] of WAYS) {
  declare(`a child allocates nothing before it runs its program: ${way}`, (t) => {
    const { every, program } = watched(t, libraries);
    t.is(every.stderr, '');
    t.is(every.allocations, '');
    t.like(JSON.parse(every.stdout), { pidfds: libraries.length === 1 });
    t.is(program.allocations, '');
    t.is(program.stderr, '');
    t.deepEqual(JSON.parse(program.stdout), ENDS);
  });
}

test('a child that allocates is seen', (t) => {
  const { program } = watched(t, ['watches-allocation'], { RT_ALLOCATE_IN_CHILD: '1' });
  t.regex(program.allocations, /^(allocated in a child\n)+$/);
});
