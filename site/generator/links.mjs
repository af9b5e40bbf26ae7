import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Failure } from '../../scripts/run/failure.mjs';
import { root } from '../../scripts/run/project.mjs';

const outside = /^[a-z][a-z\d+.-]*:/i;

/**
 * Where links of Markdown lead on the site.
 *
 * @param {readonly import('./pages.mjs').Page[]} pages
 */
export function linksOf(pages) {
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const repository = repositoryUrl();
  /**
   * @param {{ file: string, output: string }} page the one with the link
   * @param {string} target as the Markdown has it
   * @returns {string | undefined} a URL, relative within the site; `undefined` for a file of the
   *   clone that is not part of the site, when the clone has no public address
   * @throws {Failure} for a file that does not exist
   */
  const link = (page, target) => {
    if (outside.test(target) || target.startsWith('#')) return target;
    const [path, anchor] = target.split('#');
    const file = fileOf(page, path);
    const output = byFile.get(file)?.output;
    if (output !== undefined) {
      const url = posix.relative(posix.dirname(page.output), output);
      return anchor === undefined ? url : `${url}#${anchor}`;
    }
    if (!existsSync(join(root, file))) throw new Failure(`${page.file} links to ${target}, which does not exist`);
    return repository && `${repository}/blob/main/${file}`;
  };
  /** The title of the page that a link leads to, if it leads to one. */
  const titleOf = (page, target) => byFile.get(fileOf(page, target.split('#')[0]))?.label;
  return { link, titleOf };
}

/** The file of the clone that a path in a page names. */
function fileOf(page, path) {
  return posix.normalize(posix.join(posix.dirname(page.file), path)).replace(/\/$/, '');
}

/** The address of the repository in package.json, without a `.git`; `undefined` without one. */
function repositoryUrl() {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url?.replace(/^git\+/, '').replace(/\.git$/, '');
}
