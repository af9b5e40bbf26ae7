import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ours } from '../../support/modules';
import { type ChildProcess, event } from './both-modules';

const LENGTH = 4;

/** Programs without a runtime; for Windows, where a channel is no stream of bytes, with Node. */
const [readsChannel, writesChannel] =
  process.platform === 'win32'
    ? ([
        [
          process.execPath,
          '-e',
          `const handle = process[Object.getOwnPropertySymbols(process).find((symbol) => symbol.description === 'kChannelHandle')];
          handle.onread = (bytes) => bytes ? process.stdout.write(Buffer.from(bytes)) : handle.close();
          process.channel.ref();`,
        ],
        [
          process.execPath,
          '-e',
          `process.stdin.on('data', (bytes) => {
            const head = Buffer.alloc(16);
            head.writeUInt32LE(1, 0);
            head.writeUInt32LE(bytes.length, 8);
            require('fs').writeSync(3, Buffer.concat([head, bytes]));
          });`,
        ],
      ] as const)
    : ([
        ['sh', '-c', 'cat <&3'],
        ['sh', '-c', 'cat >&3'],
      ] as const);

/** A child with an `'advanced'` channel, of which it reads or writes the bytes. */
function run(
  [file, ...args]: readonly [string, ...string[]],
  stdin: 'ignore' | 'pipe',
  stdout: 'inherit' | 'pipe',
): ChildProcess {
  const stdio = [stdin, stdout, 'inherit', 'ipc'] as const;
  return ours.spawn(file, args, { stdio: [...stdio], serialization: 'advanced' });
}

/** The payloads of the frames that our channel writes. */
export async function writtenPayloads(send: (child: ChildProcess) => void): Promise<Buffer[]> {
  const child = run(readsChannel, 'ignore', 'pipe');
  const all = buffer(child.stdout as Readable);
  send(child);
  child.disconnect();
  const bytes = await all;
  const payloads: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = start + LENGTH + bytes.readUInt32BE(start);
    payloads.push(bytes.subarray(start + LENGTH, end));
    start = end;
  }
  return payloads;
}

/** What our channel makes of the frames of these payloads. */
export async function readFromChannel(payloads: readonly Buffer[]): Promise<{ messages: unknown[]; error?: Error }> {
  const child = run(writesChannel, 'pipe', 'inherit');
  const messages: unknown[] = [];
  let error: Error | undefined;
  child.on('message', (message) => messages.push(message));
  child.on('error', (cause) => {
    error = cause;
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(framed(payloads));
  await event(child, 'close');
  return { messages, ...(error && { error }) };
}

/** Each payload behind its length. */
export function framed(payloads: readonly Buffer[]): Buffer {
  return Buffer.concat(
    payloads.flatMap((payload) => {
      const length = Buffer.alloc(LENGTH);
      length.writeUInt32BE(payload.length);
      return [length, payload];
    }),
  );
}
