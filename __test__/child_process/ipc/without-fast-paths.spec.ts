import test from 'ava';
import { ProgramFolder } from '../../support/program';
import { MODULE_NAMES } from './both-modules';

/**
 * What both ends send and get, in an order that does not depend on time; the child answers each
 * message with what it got.
 */
const PARENT = `
const { createServer, connect } = require('node:net');
const { isDeepStrictEqual } = require('node:util');
const { deserialize, serialize } = require('node:v8');
const { fork } = require('MODULE');
const results = [];
const copy = { json: (message) => JSON.parse(JSON.stringify(message)), advanced: (message) => deserialize(serialize(message)) };
for (const serialization of ['json', 'advanced']) {
  const child = fork('./child.cjs', { serialization, execArgv: EXEC_ARGV });
  const messages = [
    'text', 1, true, null, { a: 1 }, [1, 'two'], 'long '.repeat(1000), { index: 1, text: 'é"\\\\n'.repeat(5000) },
    { nested: { text: 'x'.repeat(3000), list: [{}] } }, 'very long '.repeat(50_000), { toJSON: 1 }, { '': '\\ud800' },
    ...Array.from({ length: 300 }, (_, index) => ({ index, text: 'short' })),
  ];
  const answers = [];
  let called = 0;
  for (const message of messages) child.send(message, (error) => { called += error === null; });
  const server = createServer((socket) => socket.end('parent')).listen(0, '127.0.0.1', () => {
    child.send('server', server, () => server.close());
    child.send('behind it');
  });
  child.on('message', async (answer, handle) => {
    answers.push(answer);
    if (answer !== 'behind it') return;
    child.disconnect();
  });
  child.on('close', (code) => {
    const expected = [...messages.map(copy[serialization]), ['server', 'Server'], 'behind it'];
    results.push([serialization, code, called, answers.length, isDeepStrictEqual(answers, expected)]);
    if (results.length < 2) return;
    console.log(results.sort().join('; '));
  });
}
`;

const CHILD = `
process.on('message', (message, handle) => {
  handle?.close();
  process.send(handle === undefined ? message : [message, handle.constructor.name]);
});
`;

function run(module: string, execArgv: readonly string[], disabled: string): string {
  const parent = PARENT.replace('MODULE', module).replace('EXEC_ARGV', JSON.stringify(execArgv));
  const folder = new ProgramFolder({ 'parent.cjs': parent, 'child.cjs': CHILD });
  try {
    const { stdout, stderr } = folder.node(['parent.cjs'], { RT_STD_DISABLE: disabled });
    return stdout + stderr;
  } finally {
    folder.remove();
  }
}

const NAMES = ['', 'all', 'coalescing', 'prompt-peer', 'json-pieces', 'json-batch', 'flat-payloads'];
const PAYLOAD_NAMES = ['payload-writer', 'payload-reader', 'payload-writer,flat-payloads', 'payload-reader,json-batch'];

const expected = 'advanced,0,312,314,true; json,0,312,314,true\n';

for (const disabled of [...NAMES, ...PAYLOAD_NAMES]) {
  test(`messages, handles and callbacks, with RT_STD_DISABLE=${disabled}`, (t) => {
    t.is(run(MODULE_NAMES.ours, ['--require', 'rt-std/override'], disabled), expected);
    t.is(run(MODULE_NAMES.ours, [], disabled), expected, 'with a child of Node');
  });
}
