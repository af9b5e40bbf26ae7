import { systemError } from '../../errors';
import { signalToSend } from '../arguments/signals';
import { isOneOf } from '../error-names';
import { signalledTree } from '../native/tree-outcome';
import type { Signal } from '../types/options';
import type { SignalledTree } from '../types/signalled-tree';
import type { ChildState } from './child-state';
import { killContained } from './containment';
import { signalWasSent } from './force-kill';

/** Sends a signal to a child: the body of `ChildProcess.prototype.kill`. */
export function sendSignal(child: ChildState, signal: Signal): boolean {
  const number = signalToSend(signal);
  if (!child._handle) return false;
  const error = child._handle.kill(number);
  if (error === 0) {
    child.killed = true;
    signalWasSent(child, number, false);
    return true;
  }
  if (isOneOf(['EINVAL', 'ENOSYS'], error)) throw systemError(error, 'kill');
  if (!isOneOf(['ESRCH'], error)) child.emit('error', systemError(error, 'kill'));
  return false;
}

/**
 * Sends a signal to a child and its descendants: the body of `ChildProcess.prototype.killTree`.
 */
export function sendSignalToTree(child: ChildState, signal: Signal): SignalledTree {
  const number = signalToSend(signal);
  const outcome = killContained(child, number) ?? child._handle?.killTree(number);
  const tree = signalledTree(outcome ?? { error: 0, signalled: [], refused: [] });
  if (number !== 0 && tree.signalled.length > 0) {
    child.killed = true;
    signalWasSent(child, number, true);
  }
  return tree;
}
