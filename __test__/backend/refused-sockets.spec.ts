import type * as NodeVersion from '../../ts/node-version';
import { internal } from '../support/internals';
import { ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

const { isNodeSince } = internal<typeof NodeVersion>('node-version');

const testHere = testWhere(IS_NODE && isNodeSince(26, 12), 'Node before 26.12 makes sockets without permission');

const PERMISSIONS = ['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-child-process', '--no-warnings'];

/** Prints what starts processes, and what a child's pipes bring. */
const PIPES = `
  const { backend } = require('rt-std/backend');
  const { spawn, execFileSync } = require('rt-std/child_process');
  const child = spawn('cat');
  child.stdin.end('through two pipes');
  child.stdout.on('data', (data) => {
    console.log(backend.child_process, String(data), String(execFileSync('echo', ['echoed'])).trim());
  });
`;

/** The result of a program under the given options of Node. */
function run(program: string, options: readonly string[]): string {
  const folder = new ProgramFolder({ 'program.js': program });
  try {
    const { stdout, stderr } = folder.node([...options, 'program.js'], { RT_STD_BACKEND: undefined });
    return stdout + stderr;
  } finally {
    folder.remove();
  }
}

testHere('without the permission to make sockets, Node’s own module starts the processes', (t) => {
  t.is(run(PIPES, PERMISSIONS), 'node through two pipes echoed\n');
});

testHere('with it, or where permissions are only audited, the addon does', (t) => {
  t.is(run(PIPES, [...PERMISSIONS, '--allow-net']), 'native through two pipes echoed\n');
  t.is(run(PIPES, ['--permission-audit', '--no-warnings']), 'native through two pipes echoed\n');
});

/** Counts what Node publishes of sockets before and after the permission is given up. */
const COUNTS = `
  let count = 0;
  require('node:diagnostics_channel').subscribe('node:permission-model:net', () => count++);
  const { spawn, spawnSync } = require('rt-std/child_process');
  const start = () => {
    for (let index = 0; index < 3; index++) [spawn, spawnSync].forEach((each) => each('true', { stdio: 'ignore' }));
    console.log(count);
  };
  start();
  process.permission.drop('net');
  count = 0;
  start();
`;

testHere('whether sockets are refused is asked until they are', (t) => {
  t.is(run(COUNTS, [...PERMISSIONS, '--allow-net']), '0\n1\n');
  t.is(run(COUNTS, PERMISSIONS), '1\n0\n');
});

/** Gives the permission up, with a child before that whose streams were not used yet. */
const GIVES_UP = `
  const { spawn, execFileSync, execFile } = require(process.argv[2]);
  const before = spawn('sh', ['-c', 'read line; echo "before: $line"; echo error >&2']);
  process.permission.drop('net');
  before.stdin.end('a line\\n');
  before.stdout.on('data', (data) => process.stdout.write(data));
  before.stderr.on('data', (data) => process.stdout.write(data));
  before.on('close', (code) => {
    console.log(code, String(execFileSync('echo', ['synchronous'])).trim());
    const after = spawn('cat');
    after.stdin.end('after');
    after.stdout.on('data', (data) => console.log(String(data)));
    after.on('close', () => execFile('echo', ['collected'], (error, stdout) => console.log(error, stdout.trim())));
  });
`;

for (const name of ['rt-std/child_process', 'node:child_process']) {
  testHere(`streams of children before and after the permission was given up: ${name}`, (t) => {
    const folder = new ProgramFolder({ 'program.js': GIVES_UP });
    t.teardown(() => folder.remove());
    const options = [...PERMISSIONS, '--allow-net', 'program.js', name];
    const { stdout, stderr } = folder.node(options, { RT_STD_BACKEND: undefined });
    t.is(stdout + stderr, 'before: a line\nerror\n0 synchronous\nafter\nnull collected\n');
  });
}

/** Sends a connection to a child that may not make sockets. */
const SENDS = `
  const { fork } = require('node:child_process');
  const { createServer, connect } = require('node:net');
  const execArgv = ${JSON.stringify([...PERMISSIONS, '--require', 'rt-std/override'])};
  const child = fork('child.js', { execArgv });
  const server = createServer((connection) => child.send('connection', connection)).listen(0, '127.0.0.1', () => {
    connect(server.address().port, '127.0.0.1').on('data', (data) => console.log(String(data)));
  });
  child.on('exit', (code) => {
    console.log(code);
    server.close();
  });
`;

const RECEIVES = `
  require('child_process');
  process.on('message', (text, connection) => {
    connection.end('answered by the child');
    process.disconnect();
  });
`;

testHere('a child that may not make sockets receives one', (t) => {
  const folder = new ProgramFolder({ 'parent.js': SENDS, 'child.js': RECEIVES });
  t.teardown(() => folder.remove());
  const { stdout, stderr } = folder.node(['--require', 'rt-std/override', 'parent.js'], { RT_STD_BACKEND: undefined });
  t.deepEqual([stdout.trim().split('\n').sort(), stderr], [['0', 'answered by the child'], '']);
});
