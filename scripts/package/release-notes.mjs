// Prints the part of CHANGELOG.md for a version, and fails unless all manifests name that version:
// `node scripts/package/release-notes.mjs v1.2.3`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, main } from '../run/failure.mjs';
import { root } from '../run/project.mjs';

/**
 * @param {string} changelog
 * @param {string} version
 * @returns {string | undefined} what stands below the heading `## [1.2.3] - date`
 */
function sectionOf(changelog, version) {
  const parts = changelog.split(/^## /m);
  const part = parts.find((text) => text.startsWith(`[${version}]`));
  return part?.slice(part.indexOf('\n')).trim();
}

/** The files that name a version, and which. */
function versions() {
  const manifests = [
    'package.json',
    ...readdirSync(join(root, 'npm')).map((name) => join('npm', name, 'package.json')),
  ];
  const [, ofCrates] = /^\[workspace\.package\]\nversion = "([^"]+)"/m.exec(
    readFileSync(join(root, 'Cargo.toml'), 'utf8'),
  );
  return [
    ['Cargo.toml', ofCrates],
    ...manifests.map((path) => [path, JSON.parse(readFileSync(join(root, path), 'utf8')).version]),
  ];
}

await main(async () => {
  const version = process.argv[2]?.replace(/^v/, '');
  const wrong = versions().filter(([, named]) => named !== version);
  if (wrong.length > 0) throw new Failure(wrong.map(([path, named]) => `${path} names ${named}`).join(', '));
  const notes = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (!notes) throw new Failure(`CHANGELOG.md says nothing below a heading "## [${version}]"`);
  console.log(notes);
});
