import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { GitError, simpleGit } from 'simple-git';

mkdirSync('repository');
const config = ['user.name=Somebody', 'user.email=somebody@example.org', 'init.defaultBranch=main'];
const git = simpleGit({ baseDir: 'repository', config });
const write = (name, text) => writeFileSync(`repository/${name}`, text);

test('init, add, commit', async () => {
  await git.init();
  write('file.txt', 'one\n');
  await git.add('.');
  const { summary, branch, root } = await git.commit('first');
  assert.deepEqual([summary.changes, summary.insertions, branch, Boolean(root)], [1, 1, 'main', true]);
});

test('status and diff', async () => {
  write('file.txt', 'one\ntwo\n');
  write('new file.txt', 'x');
  const { modified, not_added } = await git.status();
  assert.deepEqual([modified, not_added], [['file.txt'], ['new file.txt']]);
  assert.match(await git.diff(), /^\+two$/m);
  await git.add('.').commit('second');
});

test('log', async () => {
  const { all, latest } = await git.log();
  assert.deepEqual(
    all.map(({ message }) => message),
    ['second', 'first'],
  );
  assert.equal(latest.author_name, 'Somebody');
});

test('branches, and a merge with a conflict', async () => {
  await git.checkoutLocalBranch('other');
  write('file.txt', 'other\n');
  await git.commit('on other', ['file.txt']);
  await git.checkout('main');
  write('file.txt', 'main\n');
  await git.commit('on main', ['file.txt']);
  await assert.rejects(git.merge(['other']), ({ git: merge }) => merge.conflicts[0].file === 'file.txt');
  await git.raw('merge', '--abort');
  const { all, current } = await git.branchLocal();
  assert.deepEqual([all.sort(), current], [['main', 'other'], 'main']);
});

test('clone with progress', async () => {
  const stages = new Set();
  const cloning = simpleGit({ progress: ({ stage }) => stages.add(stage) });
  await cloning.clone(`file://${process.cwd()}/repository`, 'cloned');
  assert.ok(stages.size > 0);
  assert.equal((await simpleGit('cloned').log()).total, 3);
});

test('an error', async () => {
  await assert.rejects(
    git.checkout('no-such-branch'),
    (error) => error instanceof GitError && /no-such-branch/.test(error.message),
  );
});

test('many tasks at once', async () => {
  const many = simpleGit({ baseDir: 'repository', maxConcurrentProcesses: 5 });
  const results = await Promise.all(Array.from({ length: 20 }, () => many.revparse(['HEAD'])));
  assert.equal(new Set(results).size, 1);
});

test('abort', async () => {
  const controller = new AbortController();
  const aborted = simpleGit({ baseDir: 'repository', abort: controller.signal });
  const task = aborted.raw('cat-file', '--batch');
  setTimeout(() => controller.abort(), 100);
  await assert.rejects(task, /[Aa]bort/);
});

test('a handler of the output', async () => {
  const seen = [];
  const reported = simpleGit('repository').outputHandler((command, stdout) =>
    stdout.on('data', (data) => seen.push([command, String(data)])),
  );
  await reported.raw('rev-parse', '--is-inside-work-tree');
  assert.deepEqual(seen, [['git', 'true\n']]);
});
