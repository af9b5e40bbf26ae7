import { readFileSync } from 'node:fs';
import { join as joinPath, posix } from 'node:path';
import { root } from '../run/project.mjs';
import { filesUnder } from './source-files.mjs';

/**
 * Which files of a crate use which, by the paths that begin with `crate`, `super` or `self`. A name
 * that a module re-exports of its own child counts as the child's. Tests inside of a file are left
 * out.
 *
 * @param {string} crate its folder, from the root of the clone
 * @returns {Map<string, Set<string>>} by file
 */
export function rustImports(crate) {
  const source = posix.join(crate, 'src');
  const modules = new Map(filesUnder(source, /\.rs$/).map((file) => [moduleOf(posix.relative(source, file)), file]));
  const codes = new Map(
    [...modules].map(([module, file]) => [module, withoutTests(readFileSync(joinPath(root, file), 'utf8'))]),
  );
  const reexports = new Map([...codes].map(([module, code]) => [module, reexported(module, code, modules)]));
  const graph = new Map();
  for (const [module, code] of codes) {
    const targets = pathsIn(code)
      .map((path) => resolve(path, module, modules, reexports))
      .filter((target) => target !== undefined && target !== modules.get(module));
    graph.set(modules.get(module), new Set(targets));
  }
  return graph;
}

/** `spawn/table.rs` is `spawn::table`, `spawn/mod.rs` is `spawn`, `lib.rs` is the empty path. */
function moduleOf(file) {
  const parts = file.replace(/\.rs$/, '').split('/');
  if (['mod', 'lib', 'main'].includes(parts.at(-1))) parts.pop();
  return parts.join('::');
}

function withoutTests(text) {
  const code = text.replace(/\/\/.*$/gm, '').replace(/"(?:\\.|[^"\\])*"/gs, '""');
  const tests = /^#\[cfg\((?:all\()?test\b[^\n]*\n(?:#\[[^\n]*\n)*mod \w+ \{/m.exec(code);
  return tests ? code.slice(0, tests.index) : code;
}

/** All paths of a text, the groups of `use` taken apart. */
function pathsIn(code) {
  const uses = [...code.matchAll(/\buse\s+((?:crate|super|self)\b[^;]*);/g)].flatMap(([, tree]) => expand(tree));
  const inline = [...code.matchAll(/\b((?:crate|super)(?:::\w+)+)/g)].map(([, path]) => path);
  return [...uses, ...inline].map((path) => path.split('::'));
}

/** `a::{b, c::d}` is `a::b` and `a::c::d`. */
function expand(tree) {
  const open = tree.indexOf('{');
  if (open === -1) return [tree.replace(/\s+as\s+\w+/, '').replace(/\s/g, '')];
  const prefix = tree.slice(0, open).trim();
  return split(tree.slice(open + 1, tree.lastIndexOf('}'))).flatMap((part) => expand(prefix + part));
}

function split(list) {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function reexported(module, code, modules) {
  const found = new Map();
  for (const [, tree] of code.matchAll(/\buse\s+(?:self::)?((?!crate\b|super\b|std\b)\w+::[^;]*);/g)) {
    for (const path of expand(tree)) {
      const child = join(module, path.split('::')[0]);
      if (modules.has(child)) found.set(path.split('::').at(-1), child);
    }
  }
  return found;
}

function resolve([start, ...rest], from, modules, reexports) {
  let module = start === 'crate' ? '' : from;
  if (start === 'super') module = parentOf(module);
  while (rest[0] === 'super') {
    module = parentOf(module);
    rest.shift();
  }
  for (const name of rest) {
    const next = modules.has(join(module, name)) ? join(module, name) : reexports.get(module)?.get(name);
    if (next === undefined) break;
    module = next;
  }
  return modules.get(module);
}

function join(module, name) {
  return module === '' ? name : `${module}::${name}`;
}

function parentOf(module) {
  return module.split('::').slice(0, -1).join('::');
}
