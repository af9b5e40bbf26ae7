import { closeGrace, forceKillDelay } from '../arguments/ending-options';
import type { EndingOptions } from '../types/ending-options';
import type { ChildProcess } from './child-process';
import { closeWithin } from './close-grace';
import { forceKillAfter } from './force-kill';

/**
 * Applies the options `forceKillAfterDelay` and `closeGrace`.
 *
 * @param child - a child whose spawn was tried
 * @param options - validated
 * @param killSignal - the signal that the caller's other limits send
 */
export function limitEnding(child: ChildProcess, options: EndingOptions, killSignal: number | undefined): void {
  const delay = forceKillDelay(options.forceKillAfterDelay);
  if (delay !== undefined) forceKillAfter(child, delay, killSignal);
  const grace = closeGrace(options.closeGrace);
  if (grace !== undefined) closeWithin(child, grace);
}
