import assert from 'node:assert/strict';
import test from 'node:test';
import { execa } from 'execa';

const program = `import { execa } from 'execa';
await execa({ verbose: process.argv[1] })\`echo loud\`;`;

test("verbose: 'short'", async () => {
  const { stderr } = await execa`node --input-type=module -e ${program} short`;
  assert.match(stderr, /\$ echo loud\n.*\u221A|\$ echo loud\n.*✔ \(done in /);
});

test("verbose: 'full'", async () => {
  const { stderr } = await execa`node --input-type=module -e ${program} full`;
  assert.match(stderr, /\] {3}loud/);
});

test('verbose: a function', async () => {
  const types = [];
  await execa({ verbose: (_, { type }) => void types.push(type) })`echo quiet`;
  assert.deepEqual(types, ['command', 'output', 'duration']);
});
