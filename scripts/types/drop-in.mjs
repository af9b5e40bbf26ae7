import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { typeProject } from './project.mjs';
import { errorsOf } from './tsc.mjs';

/** The packages whose declarations name types of `child_process`. */
const programs = ['@types/cross-spawn', 'execa', 'nano-spawn', 'nodemon', 'tinyexec', 'zx'];

const specifier = /(['"])(?:node:)?child_process\1/g;

/** What a program does with all of them, besides what their declarations say. */
const consumer = `
import cluster from 'node:cluster';
import { type ChildProcess, fork, spawn, type SpawnOptions } from 'node:child_process';
import crossSpawn from 'cross-spawn';
import { execa } from 'execa';
import nanoSpawn from 'nano-spawn';
import nodemon from 'nodemon';
import { x } from 'tinyexec';
import { $ } from 'zx';

const children: ChildProcess[] = [];
const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'inherit'], cwd: undefined, env: { ...process.env, A: 'b' } };
children.push(spawn('a', options), fork('b'), crossSpawn('c', ['d'], options));
for (const worker of Object.values(cluster.workers ?? {})) if (worker) children.push(workerProcess(worker));
const piped: ChildProcess | undefined = x('a', [], { nodeOptions: options }).process;
export const all = [children, piped, execa('a'), nanoSpawn('a'), $\`a\`, nodemon, crossSpawn.sync('a').status];
for (const child of children) child.on('exit', (code, signal) => child.kill(signal ?? (code === null ? 'SIGKILL' : 0)));
`;

/** In `@types/node` 18, a channel is no EventEmitter, and a child cannot be disposed of. */
const workers = (node) =>
  `function workerProcess({ process }: import('node:cluster').Worker): ChildProcess {
  return process${node === '18' ? ' as ChildProcess' : ''};
}
`;

const settings = {
  module: 'node16',
  target: 'es2022',
  lib: ['es2022'],
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  preserveSymlinks: true,
  esModuleInterop: true,
  types: ['node'],
};

/**
 * With our module in the place of Node's, the declarations of programs and a program that uses them
 * have no error that they have not with Node's own.
 *
 * @param {string} modules the tools' `node_modules`
 * @param {{ compiler: string, node: string }[]} pairs versions of TypeScript and of `@types/node`
 * @returns {import('../test/checks.mjs').Check[]}
 */
export function dropInChecks(modules, pairs) {
  return pairs.map(({ compiler, node }) => [
    `TypeScript ${compiler} with @types/node ${node}: execa, zx, tinyexec, nano-spawn, cross-spawn and nodemon`,
    async () => {
      const files = {
        'consumer.mts': consumer + workers(node),
        'tsconfig.json': JSON.stringify({ compilerOptions: settings }),
      };
      const { folder, remove } = typeProject(files, modules, node, programs);
      try {
        const originals = replaceSpecifiers(folder);
        assert.ok(originals.size > programs.length);
        const found = await errorsOf(folder, modules, compiler);
        // Some declarations have errors of their own in some compilers.
        for (const [path, text] of originals) if (found.length > 0) writeFileSync(path, text);
        const own = found.length > 0 ? await errorsOf(folder, modules, compiler) : [];
        assert.deepEqual(difference(found, own), []);
      } finally {
        remove();
      }
    },
  ]);
}

/** @returns {Map<string, string>} the files that were changed, and their texts before */
function replaceSpecifiers(folder) {
  const installed = join(folder, 'node_modules');
  const declarations = programs.flatMap((name) =>
    readdirSync(join(installed, name), { recursive: true })
      .filter((file) => /\.d\.[mc]?ts$/.test(file))
      .map((file) => join(installed, name, file)),
  );
  const originals = new Map();
  for (const path of [...declarations, join(folder, 'consumer.mts')]) {
    const text = readFileSync(path, 'utf8');
    const replaced = text.replace(specifier, "'rt-std/child_process'");
    if (replaced === text) continue;
    originals.set(path, text);
    writeFileSync(path, replaced);
  }
  return originals;
}

/** Which are new: positions move with the specifier's length, so that only file and text count. */
function difference(after, before) {
  const plain = (line) => line.replace(/\(\d+,\d+\)/, '');
  const known = new Set(before.map(plain));
  return after.filter((line) => !known.has(plain(line)));
}
