import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { isAlive } from '../support/processes';
import { allGone, Example, exampleFile } from './program';

/** A server, a process that it has in the background, and a daemon, which print their numbers. */
const TREE = 'sleep 60 & echo child $!; setsid sh -c "echo daemon \\$\\$; exec sleep 60" & node server.mjs';

/** The same, in which everything ignores SIGTERM. */
const STUBBORN = `trap "" TERM; ${TREE.replace('node server.mjs', 'echo http; sleep 60; sleep 60')}`;

function copyOfApp(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-dev-server-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  cpSync(exampleFile('dev-server', 'app'), folder, { recursive: true });
  return folder;
}

function start(t: ExecutionContext, folder: string, script: string): Example {
  return new Example(t, 'dev-server', [folder, 'sh', '-c', script], { env: { ...process.env, PORT: '0' } });
}

/** Waits until the tree runs, and returns its processes: the shell, and what it has started. */
async function tree(server: Example): Promise<number[]> {
  const found = await Promise.all(
    [/started (\d+)/, /child (\d+)/, /daemon (\d+)/, /http/].map((w) => server.prints(w)),
  );
  return found.slice(0, 3).map(([, pid]) => Number(pid));
}

async function greeting(server: Example): Promise<string> {
  const [url] = await server.prints(/http:\S+/);
  return (await fetch(url)).text();
}

test('an edit starts the program again, and nothing of the one before is left', async (t) => {
  const folder = copyOfApp(t);
  const server = start(t, folder, TREE);
  const first = await tree(server);
  t.regex(await greeting(server), /^Hello from/);

  server.stdout = server.stderr = '';
  const file = join(folder, 'server.mjs');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Hello', 'Changed'));
  const second = await tree(server);
  // It was gone before the second one was started.
  t.deepEqual(first.filter(isAlive), []);
  t.regex(await greeting(server), /^Changed from/);
  t.is((server.stderr.match(/started/g) ?? []).length, 1, 'one edit is one start');

  server.child.kill('SIGINT');
  t.deepEqual(await server.ended, { code: 130, signal: null });
  t.deepEqual(second.filter(isAlive), []);
});

test('killed by SIGKILL, it leaves nothing behind', async (t) => {
  const server = start(t, copyOfApp(t), TREE);
  const pids = await tree(server);
  t.deepEqual(pids.filter(isAlive), pids);
  server.child.kill('SIGKILL');
  await t.notThrowsAsync(allGone(pids));
});

test('a program that ignores SIGTERM is killed', async (t) => {
  const server = start(t, copyOfApp(t), STUBBORN);
  const pids = await tree(server);
  server.child.kill('SIGTERM');
  t.deepEqual(await server.ended, { code: 143, signal: null });
  t.deepEqual(pids.filter(isAlive), []);
});

test('a program that ends, or cannot be started, waits for a change', async (t) => {
  const folder = copyOfApp(t);
  const ending = start(t, folder, 'exit 7');
  await ending.prints(/ended by itself \(7\); waiting for a change/);
  const missing = new Example(t, 'dev-server', [folder, 'no-such-program']);
  await missing.prints(/ENOENT/);
  writeFileSync(join(folder, 'new'), '');
  await ending.prints(/ended by itself[\s\S]*ended by itself/);
  await missing.prints(/ENOENT[\s\S]*ENOENT/);
  for (const server of [ending, missing]) {
    server.child.kill('SIGINT');
    t.deepEqual(await server.ended, { code: 130, signal: null });
  }
});
