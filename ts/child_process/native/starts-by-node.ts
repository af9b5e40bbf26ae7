import { usesNode } from '../../binding/process-backend';
import { isNativeForced } from '../../binding/process-backend-switch';
import { platform } from '../../kept-process';
import { refusesSockets } from '../../node-builtins/permission-model';
import { arraySome } from '../../realm/primordials';
import type { PlannedEntry } from '../stdio/plan';

/** Node publishes each question whose answer is no, and a permission does not come back. */
let areSocketsRefused = false;

/**
 * Whether Node's own module starts a process: always, where it was chosen; after the program gave
 * up its right to make sockets; and on Windows those with a stream of this process, which has no
 * descriptor there.
 *
 * @param entries - the stdio plan
 * @throws as `usesNode()`
 */
export function startsByNode(entries: readonly PlannedEntry[]): boolean {
  if (usesNode()) return true;
  if (platform === 'win32') return arraySome(entries, isSharedStream);
  areSocketsRefused ||= refusesSockets();
  return areSocketsRefused && !isNativeForced();
}

function isSharedStream(entry: PlannedEntry): boolean {
  return entry.type === 'wrap';
}
