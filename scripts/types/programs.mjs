import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/project.mjs';
import { typeProject } from './project.mjs';
import { errorsOf } from './tsc.mjs';

const programs = join(root, 'scripts', 'types', 'programs');

/** A program without `@types/node`, for which the whole of our declarations is checked. */
const alone = { extension: '.mts', module: 'node16', moduleResolution: 'node16', types: [], skipLibCheck: false };

/** How a program finds a package: as Node does, or as a bundler. */
const kinds = {
  'ES modules': { extension: '.mts', module: 'node16', moduleResolution: 'node16' },
  'ES modules for a bundler': { extension: '.mts', module: 'es2022', moduleResolution: 'bundler' },
  // Alone: declarations may name what any file of the project has imported.
  CommonJS: { extension: '.cts', module: 'node16', moduleResolution: 'node16' },
  'nothing of Node': { ...alone, folder: 'alone' },
  'helpers of iterators': { ...alone, folder: 'helpers', lib: ['esnext'], since: 5.6 },
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
    Object.entries(kinds)
      .filter(([, { since = 0 }]) => compiler >= since)
      .map(([name, kind]) => [
        `TypeScript ${compiler} with @types/node ${node}, ${name}: the programs of scripts/types/programs`,
        () => compile(kind, modules, compiler, node),
      ]),
  );
}

async function compile({ folder: part = '', extension, since: _, ...how }, modules, compiler, node) {
  const text = JSON.stringify({ compilerOptions: { ...settings, ...how } });
  const files = { ...filesIn(join(programs, part), extension), 'tsconfig.json': text };
  const { folder, remove } = typeProject(files, modules, node);
  try {
    if (how.types?.length === 0) rmSync(join(folder, 'node_modules', '@types'), { recursive: true });
    assert.deepEqual(await errorsOf(folder, modules, compiler), []);
  } finally {
    remove();
  }
}

function filesIn(folder, extension) {
  const names = readdirSync(folder).filter((name) => name.endsWith(extension));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
