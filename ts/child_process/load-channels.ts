/**
 * What loads our end of the channel, in a forked child: a bundle of its own
 * (`scripts/build/bundle-table.mjs`), since most forked children do without.
 */

import { refuseOtherNumber } from '../bundles/build-number';
import { requireBundle } from '../bundles/require-bundle';
import type * as channels from './channels';

/** @param build - the number of the build that asks */
function loadChannels(build: number): typeof channels {
  refuseOtherNumber(build);
  return requireBundle('child_process/channels') as typeof channels;
}

// As one value: what a bundle does for named exports is a part of what the start costs.
export = { loadChannels };
