import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ours } from '../../support/modules';
import { type ChildProcess, event } from './both-modules';

const LENGTH = 4;

/** A child without a runtime, on an `'advanced'` channel. */
function shell(script: string, stdin: 'ignore' | 'pipe', stdout: 'inherit' | 'pipe'): ChildProcess {
  const stdio = [stdin, stdout, 'inherit', 'ipc'] as const;
  return ours.spawn('sh', ['-c', script], { stdio: [...stdio], serialization: 'advanced' });
}

/** The payloads of the frames that our channel writes. */
export async function writtenPayloads(send: (child: ChildProcess) => void): Promise<Buffer[]> {
  const child = shell('cat <&3', 'ignore', 'pipe');
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
  const child = shell('cat >&3', 'pipe', 'inherit');
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
