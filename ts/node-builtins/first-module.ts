import { keys, setMember } from '../primordials';

/** What Node loads the modules of `--require` with. */
const PRELOADER = 'internal/preload';

/**
 * Whether Node has loaded this file by the first `--require`: then no other module has run, and no
 * ES module can have imported anything.
 */
export function isFirstModule(): boolean {
  const own = require.cache[__filename];
  if (own === undefined || keys(require.cache).length > 1) return false;
  const before = process.noDeprecation;
  // With `--pending-deprecation`, Node warns of the use of `parent`. With `--no-deprecation` this
  // cannot be set, and need not be.
  setMember(process, 'noDeprecation', true);
  const { parent } = own;
  if (before === undefined) delete process.noDeprecation;
  else setMember(process, 'noDeprecation', before);
  return parent?.id === PRELOADER;
}
