import type { Script } from 'node:vm';
import { processState } from '../process-state';

/**
 * What a process has used of this package. Each runs functions that the others do not, so that code
 * that was kept (`code-cache.ts`) is complete when all of them were used by a process that kept it.
 * A byte of the file says which.
 */
export const USES_SYNCHRONOUS = 1;
export const USES_CHILD = 2;
export const USES_STREAM = 4;
export const USES_COLLECTED_OUTPUT = 8;
export const USES_CHANNEL_TO_CHILD = 16;
export const USES_CHANNEL_TO_PARENT = 32;
export const USES_SENDING = 64;
export const USES_RECEIVING = 128;

/** What this process has made of a bundle. */
export interface Made {
  readonly script: Script;
  /** Where V8's code of it is kept. */
  readonly file: string;
  /** The bundle, and what is around it, of characters in one byte each. */
  readonly text: string;
}

/** Code that an earlier process has kept, and this one runs. */
export interface KeptCode extends Made {
  /** The size of the file in bytes. */
  readonly size: number;
  /** What the processes that have kept it have used. */
  readonly uses: number;
}

/** Notes one of the uses. To be called each time. */
export function noteUse(use: number): void {
  const before = processState.uses ?? 0;
  if ((before & use) !== 0) return;
  processState.uses = before | use;
  processState.onFirstUse?.();
}
