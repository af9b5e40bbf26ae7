import type { ForkOptions, IOType } from 'node:child_process';
import type { Readable } from 'node:stream';
import test from 'ava';
import { ours, theirs } from '../../support/modules';
import { IS_WINDOWS, testButOnWindows } from '../../support/portable';
import { fixture } from '../../support/program';
import { type ChildProcess, event } from './both-modules';
import { ORACLE, OVERRIDE, PAIRS, type Pair, REGISTER } from './own-channel-pairs';

/** Why a test of our end does not run on Windows. */
const NODES_END = "a forked child keeps Node's end there";

/** What a parent does once its child runs. */
interface Scenario {
  readonly sends?: readonly unknown[];
  readonly after?: (child: ChildProcess) => void;
  readonly serialization?: 'json' | 'advanced';
}

/** Everything that the parent and the program in the child see. */
async function observe(program: string, pair: Pair, { sends = [], after, serialization = 'json' }: Scenario) {
  const execArgv = [...pair.execArgv];
  const env = { ...process.env, ...pair.env };
  const child = pair.module.fork(fixture(`own-channel/${program}.js`), [], {
    execArgv,
    env,
    serialization,
    silent: true,
  });
  const seen: unknown[] = [];
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.on('message', (message) => seen.push(['message', message]));
  let disconnects = 0;
  child.on('disconnect', () => disconnects++);
  for (const message of sends) child.send(message as string);
  // Node emits no 'close' after a parent's disconnect, and 'exit' before or after the last
  // messages.
  const ends = [event(child, 'exit'), event(child, 'disconnect'), event(child.stdout as Readable, 'end')] as const;
  after?.(child);
  const [[code, signal]] = await Promise.all(ends);
  return { seen, disconnects, code, signal, log: stdout.trim().split('\n') };
}

const disconnect = (child: ChildProcess) => child.disconnect();
const endInput = (child: ChildProcess) => void child.stdin?.end();

const SCENARIOS: readonly (readonly [name: string, program: string, scenario: Scenario])[] = [
  ['a listener keeps the child alive, and its removal lets it end', 'listens', { sends: [1, { two: [2] }, 'stop'] }],
  ["the parent's disconnect ends a child that listens", 'listens', { sends: ['only'], after: disconnect }],
  ['a child that does not listen ends', 'idle', { sends: ['unread'] }],
  ['a listener for one message', 'once', { sends: ['first', 'second'] }],
  ['messages before a listener are kept', 'listens-late', { sends: ['first', 'second', 'last'], after: endInput }],
  ["messages of Node's own prefix", 'internal', { sends: [{ cmd: 'NODE_TEST' }, { cmd: 'NODE_' }, 'last'] }],
  ["the child's disconnect", 'disconnects', { sends: ['first'] }],
  ['an exit right after sending', 'leaves', {}],
  ['an exception that is caught', 'throws', { sends: ['first', 'second', 'last'] }],
  ['an exception that nobody catches', 'dies', { sends: ['first', 'second'] }],
  ['a worker in the child', 'threads', { sends: ['start'] }],
  ['channel.unref()', 'unreferenced', {}],
  ['channel.unref() during a write', 'writes-unreferenced', {}],
  ['channel.ref()', 'referenced', { after: endInput }],
  ['the counting of listeners', 'counts', {}],
  ['arguments of send()', 'arguments', {}],
  ['what a program sees', 'shape', {}],
  ['advanced serialization', 'structured', { sends: [new Map([['a', new Set([1n])]])], serialization: 'advanced' }],
  ['advanced serialization and a worker', 'threads', { sends: [new Date(0)], serialization: 'advanced' }],
];

for (const [name, program, scenario] of SCENARIOS) {
  test.serial(`as with Node's own channel in the child: ${name}`, async (t) => {
    const expected = await observe(program, ORACLE, scenario);
    for (const [pairName, pair] of Object.entries(PAIRS)) {
      t.deepEqual(await observe(program, pair, scenario), expected, pairName);
    }
  });
}

test("as with Node's own channel in the child: a parent that is killed", (t) => {
  const run = (...execArgv: string[]) => {
    const args = [fixture('own-channel/parent.js'), fixture('own-channel/is-left.js'), ...execArgv];
    const { signal, stdout } = theirs.spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { signal, stdout };
  };
  const expected = run();
  t.is(expected.signal, IS_WINDOWS ? null : 'SIGKILL');
  t.deepEqual(run(...REGISTER), expected);
  t.deepEqual(run(...OVERRIDE), expected);
});

for (const name of ['both ends ours', "Node's parent, a child with rt-std/register"] as const) {
  testButOnWindows(`nothing of what was sent before an exit is lost: ${name}`, NODES_END, async (t) => {
    const { seen, code } = await observe('leaves-much', PAIRS[name] as Pair, {});
    t.deepEqual([seen.length, code], [5000, 7]);
    t.true(seen.every((entry, index) => (entry as [string, { index: number }])[1].index === index));
  });
}

type Stream = IOType | 'ipc';

const STREAMS: readonly Stream[] = ['inherit', 'inherit', 'inherit'];
const USUAL: readonly Stream[] = [...STREAMS, 'ipc'];
const WHOSE: readonly (readonly [name: string, pair: Pair, ours: boolean, stdio?: readonly Stream[]])[] = [
  ['with rt-std/register', { module: ours, execArgv: REGISTER }, true],
  ['with rt-std/override', { module: ours, execArgv: OVERRIDE }, true],
  ['with both', { module: ours, execArgv: [...REGISTER, ...OVERRIDE] }, true],
  ['at another descriptor', { module: ours, execArgv: REGISTER }, true, [...STREAMS, 'ignore', 'ignore', 'ipc']],
  ['in the place of its standard input', { module: ours, execArgv: REGISTER }, false, ['ipc', 'inherit', 'inherit']],
  ['where RT_STD_CHANNEL is off', { module: ours, execArgv: REGISTER, env: { RT_STD_CHANNEL: 'off' } }, false],
  ["of Node's own parent", { ...ORACLE, execArgv: REGISTER }, true],
];

for (const [name, { module, execArgv, env }, isOurs, stdio = USUAL] of WHOSE) {
  const expected = isOurs && !IS_WINDOWS;
  test(`the end of a child ${name} is ${expected ? 'ours' : "Node's"}`, async (t) => {
    const options: ForkOptions = { execArgv: [...execArgv], env: { ...process.env, ...env }, stdio: [...stdio] };
    const child = module.fork(fixture('own-channel/whose.js'), options);
    const exited = event(child, 'exit');
    const [answer] = await event(child, 'message');
    child.send('end');
    t.is(answer, expected);
    t.deepEqual(await exited, [0, null]);
  });
}
