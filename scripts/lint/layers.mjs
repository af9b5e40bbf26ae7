import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/project.mjs';

/**
 * What each folder of `ts/` may import besides itself, `ts/realm` and the files directly in `ts/`.
 * ARCHITECTURE.md shows the same.
 *
 * @type {Record<string, readonly string[]>}
 */
export const mayImport = {
  'ts/command': ['ts/backend', 'ts/node-builtins', 'ts/override', 'ts/register'],
  'ts/backend': ['ts/binding', 'ts/querystring'],
  'ts/override': [
    'ts/binding',
    'ts/bundles',
    'ts/child_process',
    'ts/node-builtins',
    'ts/node-options',
    'ts/preload',
    'ts/querystring',
  ],
  'ts/register': ['ts/bundles', 'ts/node-builtins', 'ts/node-options', 'ts/preload'],
  'ts/preload': ['ts/bundles', 'ts/child_process', 'ts/node-builtins', 'ts/node-options'],
  'ts/child_process': ['ts/binding', 'ts/bundles', 'ts/errors', 'ts/node-builtins', 'ts/node-options'],
  'ts/pty': ['ts/child_process', 'ts/errors'],
  'ts/querystring': ['ts/binding', 'ts/errors'],
  'ts/binding': ['ts/bundles', 'ts/errors', 'ts/node-builtins'],
  'ts/bundles': ['ts/node-builtins'],
  'ts/node-builtins': [],
  'ts/node-options': [],
  'ts/errors': [],
  'ts/realm': [],
};

/** The crates that know nothing of JavaScript, nor of each other, and what would change that. */
const coreCrates = ['crates/ipc', 'crates/process', 'crates/querystring'];
const ofOthers = /^(napi|napi-derive|napi-sys|wasm-bindgen|js-sys|web-sys|rt-(ipc|process|querystring))\b(?!-)/gm;

/**
 * Imports that go the wrong way: between folders of `ts/`, from `scripts/` to the tests, from a
 * core crate to JavaScript.
 *
 * @param {Map<string, Set<string>>[]} graphs which file uses which
 * @returns {{ folder: string, text: string }[]}
 */
export function wrongImports(graphs) {
  const edges = graphs.flatMap((graph) =>
    [...graph].flatMap(([file, targets]) => [...targets].map((to) => [file, to])),
  );
  const wrong = edges.filter(([file, target]) => !isAllowed(file, target));
  const found = wrong.map(([file, target]) => ({ folder: folderOf(file), text: `${file} must not import ${target}` }));
  return [
    ...found,
    ...coreCrates.flatMap((crate) => wrongDependencies(crate, readFileSync(join(root, crate, 'Cargo.toml'), 'utf8'))),
  ];
}

/** What a core crate's manifest may not name. */
export function wrongDependencies(crate, manifest) {
  const names = manifest.match(ofOthers) ?? [];
  // Tests of a crate may depend on it with other features.
  const others = names.filter((name) => name !== crate.replace('crates/', 'rt-'));
  return others.map((name) => ({ folder: crate, text: `${crate} must not depend on ${name}` }));
}

function isAllowed(file, target) {
  if (file.startsWith('scripts/')) return target.startsWith('scripts/');
  const allowed = mayImport[folderOf(file)];
  if (allowed === undefined) return true;
  const folder = folderOf(target);
  // The build writes what is neither code of ours nor a dependency.
  if (target === 'dist/querystring/codec-text.js') return file.startsWith('ts/binding/');
  return [folderOf(file), 'ts', 'ts/realm', ...allowed].includes(folder);
}

/** `ts/errors` for `ts/errors/abort.ts`, `ts` for `ts/index.ts`. */
function folderOf(file) {
  return file.split('/').slice(0, -1).slice(0, 2).join('/');
}
