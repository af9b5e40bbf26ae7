import { BACKEND_SWITCH } from '../../binding/process-backend-names';
import { IS_NODE } from '../../node-version';
import { processState } from '../../process-state';
import { process } from '../../realm/main-realm';
import { apply } from '../../realm/primordials';
import { provideEnvironment } from '../arguments/environment';
import { refuseOwnOptions } from '../arguments/own-options';
import type { ChildProcess } from '../child/child-process';
import { nodesModule } from '../nodes-module';
import type { NormalizedOptions } from '../types/options';

let hasWarned = false;

/**
 * Leaves a call to Node's own functions, which nothing has been started for, since a file of this
 * package cannot be read: the process has given up its rights, or the package is gone. That is one
 * process warning.
 *
 * @param error - what the call has failed with
 * @param options - its options
 * @throws the error, if it is another one, or under the override, which does so itself;
 * `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` for an option that Node does not have
 */
function leaveToNode(error: unknown, options: NormalizedOptions): void {
  const isUnreadable = error !== undefined && error === processState.unreadable;
  if (!isUnreadable || !IS_NODE || processState.model === 'node') throw error;
  refuseOwnOptions(options, 'where its files cannot be read');
  if (hasWarned) return;
  hasWarned = true;
  const text = `this call is left to Node's own functions: ${(error as Error).message}`;
  process.emitWarning(text, { type: 'BackendWarning', code: BACKEND_SWITCH });
}

/**
 * Starts a child of Node's.
 *
 * @param error - as for {@link leaveToNode}, which says what is thrown
 * @param options - as for `ChildProcess.prototype.spawn`
 */
export function spawnByNode(error: unknown, options: NormalizedOptions): ChildProcess {
  leaveToNode(error, options);
  // The channel has been announced in it.
  provideEnvironment(options, true);
  const { ChildProcess: Child, start } = nodesModule();
  const child = new Child();
  start.call(child, options);
  return child as unknown as ChildProcess;
}

/**
 * Runs a process by Node's `spawnSync()`.
 *
 * @param error - as for {@link leaveToNode}, which says what is thrown
 * @param options - the options that were made of the arguments
 * @param args - the arguments
 * @param callee - the function that was called, which a program may have put in the place of Node's
 */
export function spawnSyncByNode(error: unknown, options: NormalizedOptions, args: unknown[], callee: unknown): unknown {
  leaveToNode(error, options);
  const { spawnSync } = nodesModule();
  if (spawnSync === callee) throw error;
  return apply(spawnSync as never, undefined, args);
}
