import type { TreeOutcome } from '../../binding/addon';
import { nodeError, systemError } from '../../errors';
import { systemConstants } from '../../system-constants';
import type { SignalledTree } from '../types/signalled-tree';

/**
 * The result of a signal to a tree.
 *
 * @throws `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` where the kernel has no pidfds or `/proc` does not
 * show the process, and the system's error (`EPERM`, `ESRCH`, `EMFILE`)
 */
export function signalledTree({ error, signalled, refused }: TreeOutcome): SignalledTree {
  if (error === -systemConstants().errno.ENOSYS) {
    const text = 'killTree() is not available here: it needs Linux 5.4 and /proc';
    throw nodeError(TypeError, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', text);
  }
  if (error !== 0) throw systemError(error, 'killTree');
  return { signalled, refused };
}
