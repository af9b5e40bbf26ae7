import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/project.mjs';
import { typeProject } from './project.mjs';
import { errorsOf } from './tsc.mjs';

const folderOfPrograms = join(root, 'scripts', 'types', 'programs');

/** How a program finds a package: as Node does, or as a bundler. */
const resolutions = {
  node16: { module: 'node16', moduleResolution: 'node16' },
  bundler: { module: 'es2022', moduleResolution: 'bundler' },
};

const settings = {
  target: 'es2022',
  lib: ['es2022'],
  strict: true,
  // As a library is compiled: what it exports must have a name in its declarations.
  declaration: true,
  outDir: 'out',
  skipLibCheck: true,
  preserveSymlinks: true,
  esModuleInterop: true,
  types: ['node'],
};

/**
 * The programs of `programs/` compile, with declarations.
 *
 * @param {string} modules the tools' `node_modules`
 * @param {{ compiler: string, node: string }[]} pairs versions of TypeScript and of `@types/node`
 * @returns {import('../test/checks.mjs').Check[]}
 */
export function programChecks(modules, pairs) {
  const names = readdirSync(folderOfPrograms);
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folderOfPrograms, name), 'utf8')]));
  return pairs.flatMap(({ compiler, node }) =>
    Object.entries(resolutions).map(([resolution, how]) => [
      `TypeScript ${compiler} with @types/node ${node}, ${resolution}: the programs of scripts/types/programs`,
      async () => {
        const text = JSON.stringify({ compilerOptions: { ...settings, ...how } });
        const { folder, remove } = typeProject({ ...files, 'tsconfig.json': text }, modules, node);
        try {
          assert.deepEqual(await errorsOf(folder, modules, compiler), []);
        } finally {
          remove();
        }
      },
    ]),
  );
}
