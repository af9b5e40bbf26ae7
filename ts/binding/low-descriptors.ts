import { platform } from '../kept-process';
import { openSync } from '../node-builtins/kept-file-functions';
import { inWorker } from '../node-builtins/loaded';
import { IS_NODE } from '../node-version';
import { processState } from '../process-state';
import { process } from '../realm/main-realm';
import { isSwitchedOff } from '../switched-off';
import { openLowDescriptors } from './low-descriptor-numbers';
import { mayBeNative } from './process-backend-switch';

/**
 * Reserves a few low descriptor numbers (fast path `low-descriptors`), which the addon takes over
 * when it is loaded, at the first spawn. By then a program may have opened many files and
 * connections: a child with pipes, whose ends get the highest numbers, would be made with a copy of
 * all (docs/internals/descriptors.md, "Large tables").
 */
export function reserveLowDescriptors(): void {
  // In a worker, Node closes what has been opened there when the worker ends.
  if (isSwitchedOff('low-descriptors') || !IS_NODE || platform !== 'linux' || !mayBeNative() || inWorker()) return;
  // With permissions, the question alone is reported to whoever audits a program.
  if (processState.lowDescriptors !== undefined || process.permission !== undefined) return;
  openLowDescriptors(processState, openSync);
}

/**
 * The numbers that were reserved, of which the caller is the owner from now on; nothing where none
 * are to be held.
 */
export function takeLowDescriptors(): number[] | undefined {
  if (isSwitchedOff('low-descriptors')) return undefined;
  const { lowDescriptors = [] } = processState;
  // Nor is anything to be reserved behind this.
  processState.lowDescriptors = [];
  return lowDescriptors;
}
