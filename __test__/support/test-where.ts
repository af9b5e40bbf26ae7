import test, { type ExecutionContext } from 'ava';

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
