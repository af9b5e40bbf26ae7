// What differs between versions of Node. The bundles for browsers have the rules of an older one
// (`scripts/build/browser-bundle.mjs`).
import { isNodeSince } from '../node-version';

const isSince2612 = isNodeSince(26, 12);

/**
 * Whether a value is decoded for an escape of its own only. Before, a second escape in its key
 * counts too, which shows where the value has a `%` that is no escape, and what is not ASCII.
 */
export const KEYS_STAND_ALONE = isSince2612;

/** Whether `unescapeBuffer` looks for `%` in the text of what it is given, before its length. */
export const LOOKS_FOR_ESCAPES_FIRST = isSince2612;

/**
 * Whether `parse` with the usual separators reads both options to find out that there are none, and
 * then no more.
 */
export const LOOKS_FOR_OPTIONS_FIRST = isSince2612;
