import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE } from '../../support/program';

/** Links found in programs and system files, and some in the forms of well-known sites. */
export const urls = JSON.parse(readFileSync(join(PACKAGE, 'examples', 'tour', 'urls.json'), 'utf8')) as string[];
