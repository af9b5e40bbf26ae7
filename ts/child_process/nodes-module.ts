import type nodeChildProcess = require('node:child_process');

import type { Socket } from 'node:net';
import { sharedByCopies } from '../main-realm';

/** What Node has below a child: `Process` of its internals. */
export interface NodesHandle {
  pid: number;
  onexit: (exitCode: number, signal: NodeJS.Signals | '' | null) => void;
  kill(signal: number): number;
  ref(): void;
  unref(): void;
  hasRef(): boolean;
  close(callback?: () => void): void;
}

/** A child of Node's own module. */
export interface NodesChild extends Omit<nodeChildProcess.ChildProcess, 'stdio'> {
  _handle: NodesHandle;
  /** Not there after some failures. */
  stdio?: (Socket | null)[];
}

/** What is used of Node's own module. */
export interface NodesModule {
  readonly ChildProcess: new () => NodesChild;
  /** `ChildProcess.prototype.spawn`: a program may replace it. */
  readonly start: (this: NodesChild, options: object) => number;
  readonly spawnSync: typeof nodeChildProcess.spawnSync;
}

/**
 * Node's own functions, as they are when this is called first: `rt-std/override` does that before
 * it puts ours in their place.
 *
 * @param exported - the exports of Node's module, or a copy of them
 */
export function nodesModule(exported?: typeof nodeChildProcess): NodesModule {
  return sharedByCopies("Node's child_process", () => {
    const nodes = exported ?? (require('node:child_process') as typeof nodeChildProcess);
    const ChildProcess = nodes.ChildProcess as unknown as NodesModule['ChildProcess'];
    const { spawn } = ChildProcess.prototype as unknown as { spawn: NodesModule['start'] };
    return { ChildProcess, start: spawn, spawnSync: nodes.spawnSync };
  });
}
