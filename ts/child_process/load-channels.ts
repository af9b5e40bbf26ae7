/**
 * What loads our end of the channel, in a forked child: a bundle of its own
 * (`scripts/build/bundle-table.mjs`), since most forked children do without.
 */

import { requireBundle } from '../bundles/require-bundle';
import type * as channels from './channels';

// As one value: what a bundle does for named exports is a part of what the start costs.
export = { loadChannels: () => requireBundle('child_process/channels') as typeof channels };
