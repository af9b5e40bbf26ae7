import type nodeChildProcess = require('node:child_process');

import type { Socket } from 'node:net';

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

/** Under which name a thread keeps that, for all copies of this package. */
export const NODES_MODULE = "Node's child_process";

/**
 * Takes out of the exports of Node's module what is used of it.
 *
 * @param nodes - the exports, or a copy of them
 */
export function usedOf(nodes: typeof nodeChildProcess): NodesModule {
  const ChildProcess = nodes.ChildProcess as unknown as NodesModule['ChildProcess'];
  const { spawn } = ChildProcess.prototype as unknown as { spawn: NodesModule['start'] };
  return { ChildProcess, start: spawn, spawnSync: nodes.spawnSync };
}
