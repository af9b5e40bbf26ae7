import type { ExecutionContext } from 'ava';
import type * as OldReaders from '../../../ts/child_process/ipc/old-readers';
import { internal } from '../../support/internals';
import { testButOnWindows } from '../../support/portable';
import { ProgramFolder } from '../../support/program';
import { IS_NODE, testOnNode } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';
import { CHILD, OVERRIDE } from './late-channel-child';
import { RECEIVING } from './late-channel-receiving';
import type { Scenario } from './late-channel-scenario';
import { SENDING } from './late-channel-sending';

type Serialization = 'json' | 'advanced';

const { mayLosePlace } = internal<typeof OldReaders>('child_process/ipc/old-readers');
const testOfDeparture = testWhere(
  !mayLosePlace('advanced', undefined),
  'payloads wait there until the parent has read those before',
  testOnNode,
);

const parentProgram = (scenario: string, serialization: Serialization) => `
  const { fork } = require('node:child_process');
  const child = fork('./child.cjs', { silent: true, serialization: '${serialization}' });
  const seen = [];
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (data) => { text += data; });
  child.stderr.pipe(process.stderr);
  child.on('message', (message, handle) => seen.push(handle === undefined ? message : [message, handle.constructor.name]));
  child.on('close', (code, signal) => console.log(JSON.stringify({ seen, code, signal, log: text.split('\\n') })));
  const wait = (time) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
  ${scenario}
`;

/** A preload in front of ours. */
const EARLIER = 'process.sendOfNode = process._send;';

/** What a scenario prints. */
function outcome(
  { child, parent }: Scenario,
  args: readonly string[],
  disabled = '',
  serialization: Serialization = 'json',
): string {
  const files = {
    'earlier.cjs': EARLIER,
    'child.cjs': CHILD + child,
    'parent.cjs': parentProgram(parent, serialization),
  };
  const folder = new ProgramFolder(files);
  try {
    const { stdout, stderr } = folder.node(
      ['--require', './earlier.cjs', ...args, 'parent.cjs'],
      disabled ? { RT_STD_DISABLE: disabled } : {},
    );
    return stdout + stderr;
  } finally {
    folder.remove();
  }
}

for (const scenario of [...SENDING, ...RECEIVING]) {
  for (const serialization of ['json', 'advanced'] as const) {
    if (serialization === 'advanced' && scenario.jsonOnly) continue;
    const title = `a child that begins with Node's end does the same (${serialization}): ${scenario.title}`;
    const declare = scenario.isOfDeparture && serialization === 'advanced' ? testOfDeparture : testOnNode;
    declare(title, (t: ExecutionContext) => {
      const run = (args: readonly string[], disabled?: string) => outcome(scenario, args, disabled, serialization);
      const actual = run(['--require', OVERRIDE]);
      t.regex(actual, /^\{"seen":/);
      if (!scenario.isUnlikeOff) t.is(run(['--require', OVERRIDE], 'late-channel'), actual, 'switched off');
      if (!scenario.unlikeNode) t.is(run([]), actual, "Node's own");
    });
  }
}

/** Which of our files the child has when its parent has answered so many of its messages. */
function loadedAfter(messages: number, text: string, disabled?: string, serialization?: Serialization): string {
  const child = `
    const isLoaded = () => Object.keys(require.cache).some((file) => /[\\\\/]channels\\.js$/.test(file));
    let count = 0;
    process.on('message', () => {
      count += 1;
      if (count < ${messages}) { process.send(${JSON.stringify(text)}); return; }
      log(isLoaded());
      process.disconnect();
    });
    process.send(${JSON.stringify(text)});`;
  const scenario = { title: '', child, parent: `child.on('message', () => child.send('answer'));` };
  return (
    /\[(?:true|false)\]/.exec(
      JSON.parse(outcome(scenario, ['--require', OVERRIDE], disabled, serialization)).log.join(),
    )?.[0] ?? ''
  );
}

const CLUSTER = `
  const cluster = require('node:cluster');
  const net = require('node:net');
  if (cluster.isPrimary) {
    const connect = (port) => net.connect(port, '127.0.0.1').resume();
    cluster.fork().on('listening', ({ port }) => {
      connect(port).on('close', () => connect(port).on('close', () => cluster.disconnect()));
    });
  } else {
    net.createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    const isLoaded = () => Object.keys(require.cache).some((file) => /[\\\\/]channels\\.js$/.test(file));
    process.on('exit', () => console.log('loaded:', isLoaded()));
  }`;

if (IS_NODE) {
  testButOnWindows("a worker of cluster keeps Node's end for its first connections", "Node's end stays there", (t) => {
    const folder = new ProgramFolder({ 'cluster.cjs': CLUSTER });
    try {
      const run = (disabled: string) =>
        folder.node(['--require', OVERRIDE, 'cluster.cjs'], { RT_STD_DISABLE: disabled }).stdout;
      t.is(run(''), 'loaded: false\n');
      t.is(run('late-channel'), 'loaded: true\n');
    } finally {
      folder.remove();
    }
  });
  testButOnWindows(
    "light traffic is left to Node's end, and more is not",
    "a forked child keeps Node's end there",
    (t) => {
      t.is(loadedAfter(1, 'short'), '[false]');
      t.is(loadedAfter(60, 'short'), '[false]');
      t.is(loadedAfter(70, 'short'), '[true]');
      t.is(loadedAfter(3, 'x'.repeat(8000)), '[false]');
      t.is(loadedAfter(5, 'x'.repeat(8000)), '[true]');
      t.is(loadedAfter(1, 'short', 'late-channel'), '[true]');
      t.is(loadedAfter(60, 'short', '', 'advanced'), '[false]');
      t.is(loadedAfter(70, 'short', '', 'advanced'), '[true]');
    },
  );
}
