import { resultFiles } from '../../scripts/report/result-files.mjs';

/** What `npm run bench -- comparison` recorded. */
export const { record, recorded } = resultFiles('docs/comparison');
