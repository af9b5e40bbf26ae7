import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import test from 'ava';
import { runWithBoth } from '../../support/both-programs';
import type { Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

const write = (m: Module, bytes: number) =>
  m.spawnSync('head', ['-c', String(bytes), '/dev/zero'], { maxBuffer: Infinity }).stdout;

for (const bytes of [0, 1, 100, 4096, 70_000, 5_000_000]) {
  test(`an output of ${bytes} bytes has memory of its own`, async (t) => {
    await sameAsNode(t, (m) => {
      const output = write(m, bytes);
      const { buffer, byteOffset, length } = output;
      const parent = (output as { parent?: unknown }).parent === buffer;
      const shape = [buffer.constructor.name, buffer.byteLength, byteOffset, length, parent];
      return {
        shape,
        isBuffer: Buffer.isBuffer(output),
        prototype: Object.getPrototypeOf(output) === Buffer.prototype,
      };
    });
  });

  test(`an output of ${bytes} bytes can be transferred`, async (t) => {
    await sameAsNode(t, (m) => {
      const output = write(m, bytes);
      const { port1, port2 } = new MessageChannel();
      port1.postMessage(output, [output.buffer as ArrayBuffer]);
      const received = receiveMessageOnPort(port2)?.message as Uint8Array;
      port1.close();
      const cloned = structuredClone(write(m, bytes).buffer);
      return { left: output.byteLength, received: received.byteLength, cloned: cloned.byteLength };
    });
  });
}

test('the engine counts the memory of outputs', (t) => {
  const { ours, theirs } = runWithBoth(`
    const before = process.memoryUsage();
    const write = () => childProcess.spawnSync('head', ['-c', '10000000', '/dev/zero'], { maxBuffer: Infinity }).stdout;
    const outputs = Array.from({ length: 4 }, write);
    const after = process.memoryUsage();
    const counted = [after.arrayBuffers - before.arrayBuffers, after.external - before.external];
    console.log(outputs.length, counted.map((bytes) => Math.round(bytes / 1e7)));
  `);
  t.deepEqual(ours, theirs);
  t.is(ours.stdout, '4 [ 4, 4 ]\n');
});
