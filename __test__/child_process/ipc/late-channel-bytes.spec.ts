import { ProgramFolder } from '../../support/program';
import { testOnNode } from '../../support/same-as-node';
import { CHILD, OVERRIDE } from './late-channel-child';

const RAW_CHILD = `
  process.on('uncaughtException', ({ name, message }) => log('uncaught', name, message));
  process.on('warning', ({ name, message }) => log(name, message));
  process.on('error', ({ code }) => log('error', code));
  process.on('disconnect', () => log('disconnect'));
  process.on('message', (message) => log(message?.length > 50 ? message.length : message));
`;

/** Writes bytes, a character for each, as a parent that says that it is ours. */
const RAW_PARENT = `
  const [preload, parts] = process.argv.slice(2);
  const child = require('node:child_process').spawn(process.execPath, [...(preload ? ['--require', preload] : []), './child.cjs'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, NODE_CHANNEL_FD: '3', NODE_CHANNEL_SERIALIZATION_MODE: 'json', RT_STD_PARENT_PID: process.pid },
  });
  const channel = child.stdio[3];
  channel.on('error', () => {}).resume();
  const left = JSON.parse(parts);
  (function next() {
    if (left.length === 0) channel.end();
    else channel.write(Buffer.from(left.shift(), 'latin1'), () => setTimeout(next, 60));
  })();
`;

/** What a child with our preload prints that gets these bytes, a part after the other. */
function rawOutcome(parts: readonly string[], child: string, preload: string, disabled = ''): string {
  const folder = new ProgramFolder({ 'child.cjs': CHILD + child, 'parent.cjs': RAW_PARENT });
  try {
    const args = ['parent.cjs', preload, JSON.stringify(parts)];
    const { stdout, stderr } = folder.node(args, disabled ? { RT_STD_DISABLE: disabled } : {});
    return stdout + stderr;
  } finally {
    folder.remove();
  }
}

const RAW_PARTS: Record<string, readonly string[]> = {
  'a message in parts': ['{"a":', '1}\n', '2\n3', '\n'],
  'parts of a character': ['1\n', '"\xc3', '\xa9"\n'],
  'two halves of an array': ['0\n', '1\n[1\n2]\n3\n'],
  'two values on a line': ['1\n2,3\n'],
  'an empty line': ['1\n', '\n', '2\n'],
  'no JSON at all': ['"good"\nhello\n"never"\n'],
  'bytes that are no UTF-8, outside of a string': ['1\n', '\xff\n'],
  'bytes that are no UTF-8, in a string': ['"a\xffb"\n', '"\xc3"\n', '"end"\n'],
  'a byte order mark': ['\xef\xbb\xbf1\n'],
  'carriage returns': ['1\r\n', '2\r\n'],
  'a handle that is announced, in other spelling, and does not come': [
    '1\n',
    '{"cmd":"\\u004eODE_HANDLE","type":"net.Server"}\n',
  ],
  'an answer that nobody waits for': ['{"cmd":"NODE_HANDLE_ACK"}\n1\n', '2\n'],
  'names that objects inherit': ['{"__proto__":{"cmd":"NODE_HANDLE"},"a":1}\n', '{"constructor":1}\n'],
  'more messages than are light in one read': ['1\n'.repeat(300), '2\n'],
  'a message as long as what is read at once': [`"${'x'.repeat(16_381)}"\n`, `"${'x'.repeat(16_382)}"\n`, '"end"\n'],
  'the end within a message': ['1\n', '{"a":'],
};

/** Node prints a warning with the number of the process, and says how to see more of it. */
const withoutPids = (text: string) => text.replaceAll(/node:\d+|^\(.*$/gm, '');

for (const [name, parts] of Object.entries(RAW_PARTS)) {
  testOnNode(`a child that begins with Node's end reads the same: ${name}`, (t) => {
    const actual = rawOutcome(parts, RAW_CHILD, OVERRIDE);
    t.regex(actual, /disconnect/);
    t.is(withoutPids(rawOutcome(parts, RAW_CHILD, OVERRIDE, 'late-channel')), withoutPids(actual));
  });
}

testOnNode("a child whose table of descriptors is full goes on with Node's end, with what was read", (t) => {
  const child = `
    const { openSync } = require('node:fs');
    try { for (;;) openSync(require('node:os').devNull); } catch {}
    ${RAW_CHILD}`;
  for (const size of [16_384, 32_768, 65_536]) {
    const parts = ['"first"\n', `"${'x'.repeat(size - 3)}"\n`, '"last"\n'];
    const actual = rawOutcome(parts, child, OVERRIDE);
    t.true(actual.includes('last'), `${size}: ${actual}`);
    t.is(actual, rawOutcome(parts, child, ''));
  }
});
