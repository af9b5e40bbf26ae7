import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../run/project.mjs';

/**
 * A folder with the declarations of rt-std and packages of the tools in its `node_modules`, without
 * those of this clone: each project has the `@types/node` that it asks for.
 *
 * @param {Record<string, string>} files their texts, by path
 * @param {string} modules the tools' `node_modules`
 * @param {string} node the version of `@types/node`
 * @param {string[]} copied packages that the caller changes: copies, where the others are links
 * @returns {{ folder: string, remove: () => void }}
 */
export function typeProject(files, modules, node, copied = []) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rt-std-types-')));
  const installed = join(folder, 'node_modules');
  mkdirSync(join(installed, '@types'), { recursive: true });
  symlinkSync(join(modules, '@types', `node-${node}`), join(installed, '@types', 'node'));
  for (const name of packagesIn(modules)) {
    const path = join(installed, name);
    mkdirSync(dirname(path), { recursive: true });
    if (copied.includes(name)) cpSync(join(modules, name), path, { recursive: true });
    else symlinkSync(join(modules, name), path);
  }
  const own = join(installed, 'rt-std');
  mkdirSync(own);
  for (const part of ['package.json', 'dist', 'types']) {
    const isWanted = (source) => !/\.(m?js|map|wasm)$/.test(source);
    cpSync(join(root, part), join(own, part), { recursive: true, filter: isWanted });
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function packagesIn(modules) {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.') && !name.startsWith('typescript-'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : name,
    )
    .filter((name) => !/^@types\/node(-\d+)?$/.test(name));
}
