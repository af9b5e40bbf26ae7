import test from 'ava';
import { theirs } from '../../support/modules';
import { ProgramFolder } from '../../support/program';

/**
 * Starts many children, and says whether the program still works, how they were ended and what they
 * left behind.
 */
const program = `
const { readdirSync, readFileSync } = require('node:fs');
const { isMainThread, Worker } = require('node:worker_threads');
const { once } = require('node:events');
const { spawn, spawnSync, execFile } = require(process.argv[2]);

async function main() {
  const children = Array.from({ length: 100 }, () => spawn('sleep', ['600'], { stdio: 'ignore' }));
  const failed = children.filter((child) => child.pid === undefined).length;
  const ends = children.map((child) => once(child, 'exit'));
  const [file] = await Promise.all([
    new Promise((resolve) => execFile('echo', ['a file'], (error, stdout) => resolve(error ?? stdout))),
    new Promise((resolve) => setTimeout(resolve, 50)),
  ]);
  const synchronous = spawnSync('sh', ['-c', 'cat; exit 3'], { input: 'input' });
  const lost = spawnSync('sleep', ['600'], { timeout: 20 });
  console.log(failed, file, String(synchronous.stdout), synchronous.status, lost.signal, readFileSync('/dev/null').length);
  children.forEach((child, index) => child.kill(['SIGTERM', 'SIGKILL', 'SIGUSR1'][index % 3]));
  console.log(JSON.stringify(await Promise.all(ends)));
  console.log(children.map((child) => child.kill()).filter(Boolean).length);
  // Nothing keeps the program alive, and an unreferenced child does not either.
  const last = Array.from({ length: 60 }, () => spawn('sleep', ['600'], { stdio: 'ignore', detached: true }));
  last.forEach((child) => child.unref());
  process.on('exit', () => last.forEach((child) => child.kill()));
}

if (isMainThread && process.argv[3] === 'worker') new Worker(__filename, { argv: process.argv.slice(2) });
else main();
`;

for (const where of ['main thread', 'worker']) {
  test(`more children than descriptors: as with Node, in a ${where}`, (t) => {
    const folder = new ProgramFolder({ 'program.js': program });
    t.teardown(() => folder.remove());
    const run = (module: string) => {
      const command = `ulimit -n 64; exec "${process.execPath}" program.js ${module} ${where}`;
      const { stdout, stderr, status } = theirs.spawnSync('sh', ['-c', command], {
        cwd: folder.path,
        encoding: 'utf8',
      });
      return { stdout, stderr, status };
    };
    const ours = run('rt-std/child_process');
    t.deepEqual(ours, run('node:child_process'));
    t.regex(ours.stdout, /^0 a file\n input 3 SIGTERM 0\n/);
    t.is(ours.status, 0);
  });
}
