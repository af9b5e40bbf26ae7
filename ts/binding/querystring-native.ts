import type { Backend } from '../querystring/backend';
import { loadAddon } from './index';

/**
 * The query-string codec of the native addon.
 *
 * @throws `ERR_DLOPEN_FAILED` when there is no addon for this platform
 */
export function loadNative(): Backend {
  // One for each backend: what a workspace replaces, nobody uses any more.
  const functions = loadAddon().createQuerystringCodec();
  return {
    instantiate: (units, wideUnits) => ({ functions, buffer: functions.reserve(units, wideUnits), address: 0 }),
  };
}
