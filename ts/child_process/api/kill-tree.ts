import { loadProcessAddon } from '../../binding/process-addon';
import { usesNode } from '../../binding/process-backend';
import { errorNumber, invalidArgumentValue } from '../../errors';
import { platform } from '../../kept-process';
import { signalToSend } from '../arguments/signals';
import { validateWholeNumber } from '../arguments/validate-number';
import { inDeno } from '../load-in-deno';
import { signalledTree, treeUnavailable } from '../native/tree-outcome';
import type { Signal } from '../types/options';
import type { SignalledTree } from '../types/signalled-tree';

const LARGEST_PID = 2 ** 31 - 1;

/** The call of `killTree()`. */
export interface KillTree {
  /**
   * Sends a signal to a process and all its descendants: `ChildProcess.prototype.killTree()` for a
   * process that is known by its identifier. Nobody can say whether that is still the process that
   * is meant, unless this process is its parent and has not waited for it.
   *
   * @param pid - the process identifier
   * @param signal - a name or a number; 0 only lists the processes. Default: `'SIGTERM'`
   * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE` for a `pid` that is no whole number from 1;
   * `ERR_INVALID_ARG_VALUE` for this process and its ancestors; `ERR_UNKNOWN_SIGNAL`; `ESRCH` when
   * there is no such process, and as `ChildProcess.prototype.killTree()`
   */
  // biome-ignore lint/style/useShorthandFunctionType: editors show the text of a call
  (pid: number, signal?: Signal): SignalledTree;
}

/** See {@link KillTree}. */
export function killTree(pid: number, signal: Signal = 'SIGTERM'): SignalledTree {
  validateWholeNumber(pid, 'pid', 1, LARGEST_PID);
  const number = signalToSend(signal);
  inDeno()?.refuseSignals();
  if (usesNode() || platform === 'win32') throw treeUnavailable();
  const outcome = loadProcessAddon().killTree(pid, number);
  // The signal was checked before.
  if (outcome.error === errorNumber('EINVAL')) {
    throw invalidArgumentValue('pid', pid, 'must not be this process or one of its ancestors');
  }
  return signalledTree(outcome);
}
