import test, { type ExecutionContext } from 'ava';
import { IS_NODE } from './same-as-node';

type Declare = (title: string, implementation: (t: ExecutionContext) => void | Promise<void>) => void;

/**
 * Declares tests of what is not everywhere: where they cannot run they are skipped, and their
 * titles say why.
 *
 * @param canRun - whether they can run here
 * @param reason - why they cannot run elsewhere
 * @param declare - `test.serial`, for those beside which no other may run
 */
export function testWhere(canRun: boolean, reason: string, declare: Declare = test): Declare {
  if (canRun) return declare;
  return (title, implementation) => test.skip(`${title} (skipped: ${reason})`, implementation);
}

/** Declares tests of what other runtimes do in another way, or do not have. */
export const testOnNode = testWhere(IS_NODE, 'this is not Node');
