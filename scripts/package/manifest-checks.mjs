import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { importFrom } from '../run/import-from.mjs';
import { cachedPackages } from '../steps/cached-packages.mjs';

/**
 * What must hold for the manifests in packed tarballs: publint and Are The Types Wrong find nothing
 * to complain about.
 *
 * @param {string[]} tarballs their paths
 * @returns {import('../test/checks.mjs').Check[]}
 */
export function manifestChecks(tarballs) {
  return tarballs.flatMap((path) => [
    [`${basename(path)}: publint finds nothing`, () => lint(path)],
    [`${basename(path)}: every entry's types are found, and are those of what is loaded`, () => resolveTypes(path)],
  ]);
}

async function lint(path) {
  const [{ publint }, { formatMessage }] = await Promise.all([tool('publint'), tool('publint/utils')]);
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(readFileSync(path)).buffer },
    strict: true,
  });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg, { color: false })),
    [],
  );
}

async function resolveTypes(path) {
  const { checkPackage, createPackageFromTarballData } = await tool('@arethetypeswrong/core');
  const { types, problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(path))));
  // A platform's package holds an addon and nothing that has types.
  if (types === false) return;
  assert.deepEqual(problems, []);
}

let installing;

async function tool(specifier) {
  installing ??= cachedPackages('package-tools', 'scripts/package/tools', 'tools for packages');
  return importFrom(await installing, specifier);
}
