import { resultFiles } from '../../../scripts/report/result-files.mjs';

/**
 * @typedef {object} PlatformResults what was found out about a platform
 * @property {import('../../../scripts/test/counts.mjs').Counts} [specs]
 * @property {boolean} [isWhole] whether these were all specs
 * @property {Record<string, string>} [folders] the specs' results by folder
 * @property {import('../../../scripts/test/counts.mjs').Counts} [firstMinute]
 * @property {string} [taken] the day and the machine
 */

/** The results that `docs/platforms.md` shows: one file for each platform. */
export const { record, recorded } = resultFiles('docs/platforms');

/**
 * Adds to what is recorded of a platform.
 *
 * @param {string} platform
 * @param {PlatformResults} results
 */
export async function recordPlatform(platform, results) {
  const { taken: _, ...earlier } = (await recorded(platform)) ?? {};
  await record(platform, { ...earlier, ...results });
}
