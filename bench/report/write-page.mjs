import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Writes a report as `<path>.md` and its picture, if there is one, as `<path>.svg`.
 *
 * @param {string} path
 * @param {(image: string) => string} markdown makes the report; gets the picture's file name
 * @param {string} [picture] SVG
 */
export function writePage(path, markdown, picture) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.md`, markdown(`${basename(path)}.svg`));
  if (picture !== undefined) writeFileSync(`${path}.svg`, picture);
}
