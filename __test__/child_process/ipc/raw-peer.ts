import { ours } from '../../support/modules';
import { NODE } from '../../support/portable';
import { IS_NODE } from '../../support/same-as-node';
import type { ChildProcess } from './both-modules';

/** What the program of {@link rawPeer} has besides Node's functions. */
export const PEER_FUNCTIONS = `
  const { writeSync } = require('node:fs');
  // Node's own answers to messages about handles are not for this end.
  const nodes = process.listeners('internalMessage');
  process.removeAllListeners('internalMessage');
  /** Writes bytes to the channel as they are; on Windows, where libuv has frames, within one. */
  function write(bytes) {
    bytes = Buffer.from(bytes);
    if (process.platform === 'win32') {
      const head = Buffer.alloc(16);
      head.writeUInt32LE(1, 0);
      head.writeUInt32LE(bytes.length, 8);
      bytes = Buffer.concat([head, bytes]);
    }
    for (let start = 0; start < bytes.length; ) {
      try {
        start += writeSync(3, bytes, start);
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error;
      }
    }
  }
  /** Calls back with each message and its handle, those about handles among them. */
  function onFrame(callback) {
    process.on('internalMessage', callback);
    process.on('message', callback);
  }
  /** Ends when the other end has closed the channel. */
  function untilDisconnected() {
    process.on('disconnect', () => process.exit());
  }
`;

interface How {
  readonly serialization?: 'json' | 'advanced';
  readonly stdin?: 'ignore' | 'pipe';
  readonly stdout?: 'inherit' | 'pipe';
}

/**
 * A child that plays the other end of a channel by itself: a program for Node that has the
 * functions above.
 */
export function rawPeer(
  program: string,
  { serialization = 'json', stdin = 'ignore', stdout = 'inherit' }: How = {},
): ChildProcess {
  const stdio = [stdin, stdout, 'inherit', 'ipc'] as const;
  // Other runtimes have no such listeners.
  const node = IS_NODE ? NODE : 'node';
  return ours.spawn(node, ['-e', `${PEER_FUNCTIONS}\n${program}`], { stdio: [...stdio], serialization });
}

/** A child that writes these bytes to its channel, and then waits for the end of that. */
export function writesRaw(bytes: Buffer, serialization: 'json' | 'advanced' = 'json'): ChildProcess {
  const program = `
    const chunks = [];
    process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => write(Buffer.concat(chunks)));
    untilDisconnected();`;
  const child = rawPeer(program, { serialization, stdin: 'pipe' });
  child.stdin?.end(bytes);
  return child;
}
