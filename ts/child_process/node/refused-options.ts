import { keys } from '../../realm/primordials';
import { closeGrace, forceKillDelay } from '../arguments/ending-options';
import { optionUnavailable } from '../arguments/setup-options';
import type { SpawnRequest } from '../backend-types';
import type { EndingOptions } from '../types/ending-options';

const WHERE = "where Node's own module starts processes (docs/backends.md)";

/**
 * Refuses what Node's module cannot do, before anything is started.
 *
 * @param request - what is to be started
 * @throws `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM`
 */
export function refuseNativeOptions(request: SpawnRequest): void {
  if (request.deathSignal !== 0) throw optionUnavailable('deathSignal', WHERE);
  if (request.contained) throw optionUnavailable('contain', WHERE);
  if (request.setup !== undefined) throw optionUnavailable(keys(request.setup)[0] as string, WHERE);
  if (request.terminal !== undefined) throw optionUnavailable('terminal', WHERE);
}

/**
 * Refuses what Node's synchronous functions cannot do besides: nothing of JavaScript runs while
 * they do.
 *
 * @throws `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM`
 */
export function refuseTimedEndings(options: EndingOptions): void {
  if (forceKillDelay(options.forceKillAfterDelay) !== undefined) throw optionUnavailable('forceKillAfterDelay', WHERE);
  if (closeGrace(options.closeGrace) !== undefined) throw optionUnavailable('closeGrace', WHERE);
}
