import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { folderCycles } from './folder-cycles.mjs';
import { wrongImports } from './layers.mjs';
import { rustImports } from './rust-imports.mjs';
import { typescriptImports } from './typescript-imports.mjs';

const step = 'imports';

/**
 * Fails when files or folders import each other in a cycle, or import what ARCHITECTURE.md says
 * they may not.
 */
export function checkImports() {
  const crates = readdirSync(join(root, 'crates')).filter((name) => existsSync(join(root, 'crates', name, 'src')));
  const rust = crates.map((name) => rustImports(`crates/${name}`));
  const typescript = ['ts', 'scripts', '__test__', 'bench', 'site'].map(typescriptImports);
  const found = [...rust, ...typescript].flatMap(folderCycles);
  found.push(...wrongImports(typescript));
  for (const { text } of found) report(step, text);
  return { passed: found.length === 0 ? 1 : 0, failed: found.length, skipped: 0 };
}
