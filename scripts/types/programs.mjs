import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/project.mjs';
import { typeProject } from './project.mjs';
import { errorsOf } from './tsc.mjs';

const programs = join(root, 'scripts', 'types', 'programs');

/** How a program finds a package: as Node does, or as a bundler. */
const kinds = {
  'ES modules': { extension: '.mts', module: 'node16', moduleResolution: 'node16' },
  'ES modules for a bundler': { extension: '.mts', module: 'es2022', moduleResolution: 'bundler' },
  // Alone: declarations may name what any file of the project has imported.
  CommonJS: { extension: '.cts', module: 'node16', moduleResolution: 'node16' },
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
  return pairs.flatMap(({ compiler, node }) =>
    Object.entries(kinds).map(([kind, { extension, ...how }]) => [
      `TypeScript ${compiler} with @types/node ${node}, ${kind}: the programs of scripts/types/programs`,
      async () => {
        const text = JSON.stringify({ compilerOptions: { ...settings, ...how } });
        const files = { ...filesWith(extension), 'tsconfig.json': text };
        const { folder, remove } = typeProject(files, modules, node);
        try {
          assert.deepEqual(await errorsOf(folder, modules, compiler), []);
        } finally {
          remove();
        }
      },
    ]),
  );
}

function filesWith(extension) {
  const names = readdirSync(programs).filter((name) => name.endsWith(extension));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(programs, name), 'utf8')]));
}
