import { process } from './realm/main-realm';
import { arrayIncludes, arrayJoin } from './realm/primordials';
import { disabledNames } from './switched-off';

/**
 * Fast paths that can be turned off, to compare them with the plain way in tests and to find out
 * whether one of them is the cause of a problem. `docs/fast-paths.md` says what each does and what
 * it gains.
 */
export const FAST_PATHS = [
  'small-start',
  'code-cache',
  'late-querystring',
  'late-child-process',
  'low-descriptors',
  'live-environment',
  'late-streams',
  'late-channel',
  'coalescing',
  'prompt-peer',
  'json-pieces',
  'json-batch',
  'payload-writer',
  'payload-reader',
  'flat-payloads',
  'query-scan',
  'query-whole-text',
  'query-known-keys',
  'query-plain-values',
  'query-sized-results',
  'query-short-texts',
  'query-joined-texts',
  'query-few-pairs',
] as const;

/** The name of a fast path. */
export type FastPath = (typeof FAST_PATHS)[number];

/** As they are when this file is loaded. */
const disabled = disabledNames();

// By index, as in `primordials.ts`: a program may have replaced how lists are gone through.
for (let index = 0; index < disabled.length; index++) {
  const name = disabled[index] as string;
  if (name !== '' && name !== 'all' && !arrayIncludes(FAST_PATHS, name)) {
    const known = arrayJoin(FAST_PATHS, ', ');
    process.emitWarning(`RT_STD_DISABLE names an unknown fast path: ${name}. Known are ${known}, and all`);
  }
}

/** Whether a fast path may be taken in this process. */
export function isEnabled(path: FastPath): boolean {
  return !arrayIncludes(disabled, 'all') && !arrayIncludes(disabled, path);
}
