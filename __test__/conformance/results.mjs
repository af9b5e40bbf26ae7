import { resultFiles } from '../../scripts/report/result-files.mjs';

/**
 * @typedef {object} Results what one command found out
 * @property {string} command the command: `npm run test:programs`
 * @property {readonly string[]} heading the table's columns
 * @property {number} textColumns how many columns, from the left, are text; the others are numbers
 * @property {readonly (readonly string[])[]} lines
 * @property {readonly string[]} [remarks] paragraphs of Markdown below the table: reasons, what was
 *   left out
 * @property {string} [taken] the day and the machine; added by {@link record}
 */

/** The results that `docs/compatibility.md` shows: each command writes its own file. */
export const { record, recorded } = resultFiles('docs/compatibility');
