import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the clone. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** What the set-up remembers and logs; one folder per clone, removed with `target/`. */
export const setUpFolder = join(root, 'target', 'set-up');
