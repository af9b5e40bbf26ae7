import type { TreeOutcome } from '../../binding/addon';
import { errorNumber, nodeError, systemError } from '../../errors';
import type { SignalledTree } from '../types/signalled-tree';

/**
 * The result of a signal to a tree.
 *
 * @throws `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` where the kernel has no pidfds or `/proc` does not
 * show the process, and the system's error (`EPERM`, `ESRCH`, `EMFILE`)
 */
export function signalledTree({ error, signalled, refused }: TreeOutcome): SignalledTree {
  if (error === errorNumber('ENOSYS')) throw treeUnavailable();
  if (error !== 0) throw systemError(error, 'killTree');
  return { signalled, refused };
}

/** For a signal to a tree where there is no way to it. */
export function treeUnavailable(): Error {
  const text = 'killTree() is not available here: it needs the native addon, Linux 5.4 and /proc';
  return nodeError('TypeError', 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', text);
}
