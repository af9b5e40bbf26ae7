import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/run/project.mjs';
import { linksOf } from '../../../site/generator/links.mjs';
import { readPages } from '../../../site/generator/pages.mjs';

/** What the build refuses. */
export function* navigationChecks() {
  yield [
    'a page of docs/ that is not in the navigation fails the build',
    () => {
      const path = join(root, 'docs', 'not-in-the-navigation.md');
      writeFileSync(path, '# A page\n');
      try {
        assert.throws(readPages, /^Failure: not in the navigation: docs\/not-in-the-navigation\.md$/);
      } finally {
        rmSync(path);
      }
    },
  ];
  yield [
    'a link to a file that does not exist fails the build',
    () => {
      const { link } = linksOf(readPages());
      const page = { file: 'docs/guide/start.md', output: 'guide/start.html' };
      assert.equal(link(page, '../deviations.md#messages'), '../deviations.html#messages');
      assert.equal(link(page, 'https://nodejs.org/'), 'https://nodejs.org/');
      assert.throws(() => link(page, '../nothing.md'), /which does not exist/);
    },
  ];
}
