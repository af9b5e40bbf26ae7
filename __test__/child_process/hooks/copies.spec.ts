import { join } from 'node:path';
import test from 'ava';
import { theirs } from '../../support/modules';
import { fixture, type Outcome, PACKAGE } from '../../support/program';

const LOAD = fixture('load-again.js');
const ENTRY = join(PACKAGE, 'dist', 'child_process', 'index.js');

/**
 * What is seen of children that end, fail, are stopped by a timeout or a signal, and talk. It takes
 * the module.
 */
const OBSERVE = `
  const eventsOf = (child) => new Promise((resolve) => {
    const events = [];
    for (const name of ['spawn', 'error', 'message', 'exit', 'disconnect', 'close']) {
      child.on(name, (value) => {
        events.push([name, value?.code ?? value]);
        if (name === 'close') resolve(events);
      });
    }
  });
  // On a busy machine, Node reports the exit before a message that came before it.
  const ORDER = ['spawn', 'message', 'disconnect', 'exit', 'close'];
  const inOrder = (events) => events.toSorted(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other));
  const observe = async (module) => {
    const controller = new AbortController();
    const aborted = eventsOf(module.spawn('sleep', ['100'], { signal: controller.signal }));
    controller.abort();
    const program = 'process.send({ answer: 42 }, () => process.disconnect())';
    const forked = eventsOf(module.fork('-e', [program], { execArgv: [] }));
    return {
      ends: await eventsOf(module.spawn('true')),
      fails: await eventsOf(module.spawn('no-such-program')),
      stopped: await eventsOf(module.spawn('sleep', ['100'], { timeout: 50 })),
      aborted: await aborted,
      forked: inOrder(await forked),
      exec: await new Promise((resolve) => module.exec('echo text && exit 3', (error, text) => resolve([error.code, text]))),
      limited: await new Promise((resolve) => module.execFile('sleep', ['100'], { timeout: 50 }, (error) => resolve([error.killed, error.signal]))),
      synchronous: module.spawnSync('cat', { input: 'text' }).stdout.toString(),
    };
  };
  const same = async (module) => {
    const [ours, nodes] = [await observe(module), await observe(require('node:child_process'))].map((seen) => JSON.stringify(seen));
    console.log(ours === nodes ? 'same' : \`\${ours} instead of \${nodes}\`);
  };
`;

/** Runs a program that may load our module as often as it wants to. */
function run(script: string, args: readonly string[] = []): Outcome {
  const program = `
    const { again, elsewhere, testRunner } = require(${JSON.stringify(LOAD)});
    const ENTRY = ${JSON.stringify(ENTRY)};
    ${OBSERVE}
    (async () => {${script}})();
  `;
  const { stdout, stderr, status, signal } = theirs.spawnSync(process.execPath, [...args, '-e', program], {
    cwd: PACKAGE,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { stdout, stderr, status, signal };
}

const CASES: Record<string, string> = {
  'a second copy': 'require(ENTRY); await same(again(ENTRY));',
  'a copy whose addon was loaded again, too': 'require(ENTRY); await same(again(ENTRY, true));',
  'a copy in a realm that has nothing but JavaScript’s own': 'await same(elsewhere(ENTRY));',
  'a copy in a test runner, where ticks and timers are fakes': `
    const { globals, builtins } = testRunner();
    await same(elsewhere(ENTRY, globals, builtins));
    await same(elsewhere(ENTRY, globals, builtins));
  `,
  'a copy in a test runner, where the functions of fs do nothing': `
    const { globals, builtins } = testRunner();
    const { getBuiltinModule } = process;
    const fs = Object.fromEntries(Object.keys(require('node:fs')).map((name) => [name, () => {}]));
    const copy = elsewhere(ENTRY, globals, getBuiltinModule ? { ...builtins, fs, 'node:fs': fs } : builtins);
    if (!('resourceUsage' in copy.spawnSync('true'))) console.log('not by the addon');
    await same(copy);
  `,
};

for (const [title, script] of Object.entries(CASES)) {
  test(`${title} works as Node's module`, (t) => {
    const { stdout, stderr, status } = run(script);
    t.is(stderr, '');
    t.regex(stdout, /^(same\n)+$/);
    t.is(status, 0);
  });
}

test('several copies at a time report each to its own children, and name each child once among the active resources', (t) => {
  const { stdout, stderr } = run(`
    const copies = [require(ENTRY), again(ENTRY), again(ENTRY, true), elsewhere(ENTRY)];
    const children = copies.flatMap((copy) => [copy.spawn('cat'), copy.spawn('cat')]);
    console.log(process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length);
    const ends = children.map((child, code) => new Promise((resolve) => child.on('exit', () => resolve(code))));
    for (const child of children) child.kill();
    console.log((await Promise.all(ends)).join());
  `);
  t.is(stderr, '');
  t.is(stdout, '8\n0,1,2,3,4,5,6,7\n');
});

test('copies leave no listeners of their own on process, and are collected', (t) => {
  const { stdout, stderr } = run(
    `
    require(ENTRY);
    const count = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
    const before = count();
    const copies = [];
    for (let index = 0; index < 20; index++) {
      const copy = index % 2 === 0 ? again(ENTRY) : elsewhere(ENTRY);
      await eventsOf(copy.spawn('true', { stdio: 'ignore' }));
      copies.push(new WeakRef(copy.spawn));
    }
    again(ENTRY);
    console.log(count() - before);
    for (let turn = 0; turn < 10; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      gc();
    }
    // Two at most: one that has made what all share, and the last one, which may still be on the
    // stack.
    console.log(copies.filter((copy) => copy.deref() !== undefined).length <= 2);
  `,
    ['--expose-gc'],
  );
  t.is(stderr, '');
  t.is(stdout, '0\ntrue\n');
});

test('a timeout goes on under the fake timers of node:test, as with Node’s module', (t) => {
  const script = `
    const module = require(ENTRY);
    const { mock } = require('node:test');
    for (const fakes of [['setTimeout'], ['setTimeout', 'setImmediate', 'setInterval'], undefined]) {
      const nodes = require('node:child_process');
      if (fakes && process.versions.node.startsWith('20.')) mock.timers.enable({ apis: fakes });
      else mock.timers.enable();
      const both = [observe(module), observe(nodes)];
      mock.timers.tick(1_000_000);
      require('node:assert').deepStrictEqual(...(await Promise.all(both)));
      mock.timers.reset();
    }
    console.log('same');
  `;
  const { stdout, stderr } = run(script, ['--no-warnings']);
  t.is(stderr, '');
  t.is(stdout, 'same\n');
});
