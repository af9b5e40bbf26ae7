import test from 'ava';
import { ProgramFolder } from '../../support/program';
import { MODULE_NAMES } from './both-modules';

/** What a program may put in the place of the language's own functions, before it sends. */
const PATCH = `
const bad = () => { throw new Error('a patched function was called'); };
const patch = (object, names) => { for (const name of names) object[name] = bad; };
const patchAll = () => {
  patch(Array.prototype, ['map', 'push', 'some', 'includes', 'find', 'slice', 'shift', 'join', 'forEach', 'filter', 'indexOf', 'concat']);
  patch(String.prototype, ['startsWith', 'includes', 'slice', 'split', 'indexOf']);
  patch(Map.prototype, ['get', 'set', 'has', 'delete']);
  patch(Set.prototype, ['add', 'has', 'delete']);
  patch(WeakMap.prototype, ['get', 'set', 'has']);
  patch(Object, ['keys', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'entries', 'assign']);
  patch(JSON, ['parse', 'stringify']);
  patch(Number, ['isFinite', 'isSafeInteger']);
  patch(Buffer.prototype, ['indexOf', 'readUInt32BE', 'subarray']);
  patch(Array, ['isArray', 'from']);
  Array.prototype[Symbol.iterator] = bad;
};
`;

const PARENT = `
${PATCH}
const child = require('MODULE').fork('./child.cjs', { serialization: 'FORMAT', execArgv: EXEC_ARGV });
const write = process.stdout.write.bind(process.stdout);
let count = 0;
child.on('message', (message) => {
  count += 1;
  write(message + '\\n');
  if (message === 'last') {
    // What comes behind is not about messages.
    child.on('disconnect', () => process.exit());
    child.disconnect();
  }
});
child.once('message', () => {
  patchAll();
  for (let index = 0; index < 5; index++) {
    child.send({ index, text: 'short' }, (error) => write('sent ' + error + '\\n'));
    child.send({ index, text: 'long '.repeat(1000), list: [1] });
    child.send({ index, text: 'long '.repeat(1000) });
    child.send('long '.repeat(1000));
  }
  child.send({ last: true });
});
`;

const CHILD = `
${PATCH}
let count = 0;
process.on('message', (message) => {
  count += 1;
  if (message.last) process.send('last');
  else process.send(count + ' ' + typeof message + ' ' + (message.text || message).length);
});
process.send('ready');
patchAll();
`;

// Not 'advanced': Node's own serializer fails under some of this.
for (const format of ['json']) {
  test(`functions of the language that a program has replaced do not change messages, as in Node (${format})`, (t) => {
    const run = (module: string, execArgv: readonly string[], format: string) => {
      const parent = PARENT.replace('MODULE', module).replace('FORMAT', format);
      const folder = new ProgramFolder({
        'parent.cjs': parent.replace('EXEC_ARGV', JSON.stringify(execArgv)),
        'child.cjs': CHILD,
      });
      try {
        const { stdout, stderr, status } = folder.node(['parent.cjs']);
        return { lines: stdout.split('\n').sort(), stderr, status };
      } finally {
        folder.remove();
      }
    };
    const expected = run(MODULE_NAMES.node, [], 'json');
    t.is(expected.lines.length, 28);
    t.deepEqual(run(MODULE_NAMES.ours, [], format), expected);
    t.deepEqual(run(MODULE_NAMES.ours, ['--require', 'rt-std/override'], format), expected);
  });
}

test('functions of JSON that a program has replaced before its first channel are not called', (t) => {
  const folder = new ProgramFolder({
    'parent.cjs': `
      const childProcess = require('child_process');
      childProcess.spawnSync('true');
      const { parse, stringify } = JSON;
      JSON.parse = JSON.stringify = () => { throw new Error('a patched function was called'); };
      const child = childProcess.fork('./child.cjs');
      child.on('message', (message) => {
        Object.assign(JSON, { parse, stringify });
        console.log(message);
        child.disconnect();
      });
      child.send({ text: 'long '.repeat(1000), list: [1] });
    `,
    'child.cjs': "process.on('message', (message) => process.send(message.list));",
  });
  t.teardown(() => folder.remove());
  const { stdout, stderr } = folder.node(['--require', 'rt-std/override', 'parent.cjs']);
  t.deepEqual([stdout, stderr], ['[ 1 ]\n', '']);
});
