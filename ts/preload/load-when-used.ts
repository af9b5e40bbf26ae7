import { requireBundle } from '../bundles/require-bundle';
import type * as whenUsed from './when-used';

/** What the start of a program does without. */
export const loadWhenUsed = () => requireBundle('preload/when-used') as typeof whenUsed;
