import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { ours } from '../../support/modules';
import { testButOnWindows } from '../../support/portable';
import { fixture } from '../../support/program';
import { type Module, recordUntilClose, thrownBy } from '../../support/recorder';
import { comesToSame, sameAsNode } from '../../support/same-as-node';
import { event, MODULE_NAMES, sameEventsAsNode } from '../ipc/both-modules';

const run = promisify(execFile);
const describe = fixture('ipc-describe.js');

interface Description {
  readonly args: string[];
  readonly execArgv: string[];
  readonly variables: Record<string, string>;
}

type Fork = (...values: unknown[]) => ReturnType<Module['fork']>;

async function description({ fork }: Module, ...values: unknown[]): Promise<Description> {
  const child = (fork as Fork)(...values);
  const exited = event(child, 'exit');
  const [message] = await event(child, 'message');
  await exited;
  return message as Description;
}

const CALLS: readonly (readonly [string, readonly unknown[]])[] = [
  ['a path alone', [describe]],
  ['a file: URL', [pathToFileURL(describe)]],
  ['a Buffer', [Buffer.from(describe)]],
  ['arguments', [describe, ['a', 'b c', '']]],
  ['null for the arguments', [describe, null, { execArgv: ['--no-warnings'] }]],
  ['options in the place of arguments', [describe, { execArgv: ['--no-warnings'] }]],
  ['null for the options', [describe, ['a'], null]],
  ['a shell that is ignored', [describe, ['$HOME'], { shell: true }]],
  ['an own environment', [describe, [], { env: { PATH: process.env.PATH } }]],
  ['a channel at another position', [describe, [], { stdio: ['ignore', 'ignore', 'inherit', 'ignore', 'ipc'] }]],
];

for (const [name, values] of CALLS) {
  test(`fork() with ${name} starts what Node starts`, async (t) => {
    const withoutOwnVariables = async (module: Module) => {
      const { args, execArgv } = await description(module, ...values);
      return { args, execArgv };
    };
    await sameAsNode(t, withoutOwnVariables);
  });
}

const REFUSED: readonly (readonly [string, readonly unknown[]])[] = [
  ['no module', []],
  ['a number as module', [1]],
  ['a module with a NUL', ['a\0b']],
  ['a URL of another kind', [new URL('http://localhost/')]],
  ['a string for the arguments', [describe, 'a']],
  ['a NUL in an argument', [describe, ['\0']]],
  ['a string for the options', [describe, [], 'options']],
  ['an array for the options', [describe, [], []]],
  ['a NUL in execPath', [describe, [], { execPath: '\0' }]],
  ['a NUL in execArgv', [describe, [], { execArgv: ['\0'] }]],
  ['an stdio without a channel', [describe, [], { stdio: ['pipe', 'pipe', 'pipe'] }]],
  ['an stdio with two channels', [describe, [], { stdio: ['ipc', 'ipc', 'pipe'] }]],
  ['an unknown shorthand', [describe, [], { stdio: 'unknown' }]],
  ['an unknown serialization', [describe, [], { serialization: 'xml' }]],
];

for (const [name, values] of REFUSED) {
  test(`fork() refuses ${name} as Node does`, async (t) => {
    await sameAsNode(t, ({ fork }) => thrownBy(() => (fork as Fork)(...values)));
  });
}

test('the variables of the channel: none of Node stays, ours name the descriptor and the parent', async (t) => {
  const { variables } = await description(ours, describe);
  const pid = String(process.pid);
  t.deepEqual(variables, { RT_CHANNEL_FD: '3', RT_CHANNEL_PARENT_PID: pid, RT_STD_PARENT_PID: pid });
});

test('variables of the own channel are replaced, not passed on', async (t) => {
  const env = { ...process.env, RT_CHANNEL_FD: '77', RT_CHANNEL_PARENT_PID: '1', RT_STD_PARENT_PID: '2' };
  const { variables } = await description(ours, describe, [], { env });
  const pid = String(process.pid);
  t.deepEqual(variables, { RT_CHANNEL_FD: '3', RT_CHANNEL_PARENT_PID: pid, RT_STD_PARENT_PID: pid });
});

test('silent pipes the streams; otherwise they are inherited', async (t) => {
  await sameAsNode(t, async ({ fork }) => {
    const streams = [];
    for (const silent of [true, false]) {
      const child = fork(describe, { silent });
      streams.push([child.stdin, child.stdout, child.stderr].map(Boolean), child.stdio.length);
      await event(child, 'exit');
    }
    return streams;
  });
});

test('stdio overrides silent, and a shorthand gets its channel', async (t) => {
  const lengths: number[][] = [];
  await sameEventsAsNode(t, ({ fork }) => {
    const child = fork(fixture('ipc-last-words.js'), { silent: true, stdio: 'ignore' as never });
    lengths.push([[child.stdin, child.stdout, child.stderr].filter(Boolean).length, child.stdio.length]);
    return child;
  }).then((events) => t.true(events.some(([name]) => name === 'message')));
  for (const length of lengths) t.deepEqual(length, [0, 4]);
});

test('a program of -e does not fork itself', async (t) => {
  const outputOf = async (module: string) => {
    const program = `require('${module}').fork(${JSON.stringify(describe)})
      .on('message', ({ args, execArgv }) => console.log(JSON.stringify([args, execArgv])))`;
    return (await run(process.execPath, ['--no-warnings', '-e', program], { cwd: __dirname })).stdout;
  };
  const output = await outputOf(MODULE_NAMES.ours);
  t.is(output, '[[],["--no-warnings"]]\n');
  await comesToSame(t, output, () => outputOf(MODULE_NAMES.node));
});

test('an execPath that does not exist is an error event, and the channel ends before the close', async (t) => {
  const start = ({ fork }: Module) => recordUntilClose(fork(describe, { execPath: '/does/not/exist' }));
  const events = await start(ours);
  t.deepEqual(events.at(-2), ['disconnect']);
  // Node emits 'disconnect' behind 'close' here.
  const others = events.filter(([name]) => name !== 'disconnect');
  await comesToSame(t, others, () => start(require('node:child_process')));
});

testButOnWindows(
  'another program finds its channel in RT_CHANNEL_FD',
  'the child is a program of a shell',
  async (t) => {
    const script =
      'test "$RT_CHANNEL_PARENT_PID" = "$PPID" && eval "echo \'{\\"from\\":\\"sh\\"}\' >&$RT_CHANNEL_FD; read -r line <&$RT_CHANNEL_FD"; echo "$line" >&3';
    const child = ours.fork('-c', [script], { execPath: '/bin/sh', execArgv: [] });
    t.deepEqual((await event(child, 'message'))[0], { from: 'sh' });
    child.send({ to: 'sh' });
    t.deepEqual((await event(child, 'message'))[0], { to: 'sh' });
    await event(child, 'close');
  },
);
