import type { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { ProcessHandle } from '../native/process-handle';
import type { StdioStreams } from '../types/stdio';

/**
 * The properties of a `ChildProcess` that its start and its end set. A type of its own, so that the
 * files of both need not import the class, which imports them.
 */
export interface ChildState extends EventEmitter {
  connected: boolean;
  _handle: ProcessHandle | null;
  _closesNeeded: number;
  _closesGot: number;
  killed: boolean;
  exitCode: number | null;
  signalCode: NodeJS.Signals | null;
  spawnfile: string;
  spawnargs: string[];
  pid?: number | undefined;
  stdin: Writable | null;
  stdout: Readable | null;
  stderr: Readable | null;
  stdio: StdioStreams;
}
