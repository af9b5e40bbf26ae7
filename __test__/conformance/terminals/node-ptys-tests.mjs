import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../../scripts/run/project.mjs';
import { judge, problemsOf, readExpectations } from './judge.mjs';
import { runOwnTests } from './own-tests.mjs';

const ATTEMPTS = 3;

/**
 * node-pty's own tests with `rt-std/pty`, as checks. With node-pty they show that they can pass on
 * this machine.
 *
 * @param {{ nodePty: string, tools: string }} installed
 * @returns {AsyncIterable<import('../../../scripts/test/checks.mjs').Check>}
 */
export async function* nodePtysTests(installed) {
  const expectations = readExpectations();
  const theirs = await attempts('node-pty', installed, () => false);
  const ours = await attempts('rt-std/pty', installed, (title) => title in expectations);
  yield [
    "node-pty's tests: the expectations",
    () => assert.deepEqual(problemsOf(expectations, [...theirs.keys()]), []),
  ];
  for (const [title, errors] of ours) {
    yield [
      `node-pty's tests: ${title}`,
      () => {
        if (!theirs.get(title)?.includes(undefined)) return { missing: 'fails with node-pty itself on this machine' };
        const { verdict, note } = judge(title, errors, expectations);
        assert.notEqual(verdict, 'failed', note);
        return { missing: verdict === 'skipped' ? note : undefined };
      },
    ];
  }
  yield ["a child that has ended keeps its identifier until 'exit', and is gone then", endedChild];
}

/** Runs the tests again while one has only failed that should pass. */
async function attempts(module, installed, mayFail) {
  const all = new Map();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    for (const [title, error] of await runOwnTests(module, installed)) {
      all.set(title, [...(all.get(title) ?? []), error]);
    }
    if ([...all].every(([title, errors]) => mayFail(title) || errors.includes(undefined))) break;
  }
  return all;
}

/** The reason that the expectations give for 'should not leak child process'. */
function endedChild() {
  const pty = createRequire(import.meta.url)(join(root, 'dist', 'pty', 'index.js'));
  const program = pty.spawn(process.execPath, ['-e', 'console.log("ready"); setTimeout(() => {}, 60_000)']);
  const { pid } = program;
  const status = `/proc/${pid}/stat`;
  return new Promise((resolve, reject) => {
    let left;
    program.onData((text) => {
      if (!text.includes('ready')) return;
      process.kill(pid, 'SIGINT');
      // The event loop stands, as in the test.
      const end = Date.now() + 10_000;
      while (stateIn(status) !== 'Z' && Date.now() < end);
      left = stateIn(status);
    });
    program.onExit(() => {
      try {
        assert.equal(left, 'Z');
        assert.equal(existsSync(status), false);
        resolve();
      } catch (error) {
        reject(error);
      }
    });
  });
}

function stateIn(path) {
  return existsSync(path) ? /\) (\S)/.exec(readFileSync(path, 'utf8'))?.[1] : undefined;
}
