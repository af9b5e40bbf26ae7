import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/project.mjs';

/**
 * Why a test of the crates is ignored: nextest does not show the reason that its `#[ignore]`
 * attribute gives.
 *
 * @param {string} test the test's path, such as `spawn::tests::name`
 */
export function ignoreReason(test) {
  const name = test.split('::').at(-1);
  const pattern = new RegExp(
    `#\\[(?:cfg_attr\\([^\\n]*?)?ignore = "([^"]+)"\\)?\\]\\s*(?:#\\[[^\\n]*\\]\\s*)*fn ${name}\\b`,
  );
  for (const file of sources(join(root, 'crates'))) {
    const found = pattern.exec(readFileSync(file, 'utf8'));
    if (found) return found[1];
  }
  return 'the source gives no reason';
}

function sources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.rs'))
    .map((file) => join(folder, file));
}
