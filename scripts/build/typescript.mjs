import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { root } from '../run/project.mjs';

/**
 * Compiles `ts/` file by file, into `build/`, and writes the declarations into `dist/`; the
 * compiler itself knows what is up to date. What `dist/` loads is bundled of the sources
 * (`bundles.mjs`): the compiled files are for specs of what no entry shows.
 */
export async function buildTypeScript() {
  await compile('typescript', '.');
  // The compiler does not copy declarations that it has only read, and those it wrote refer to
  // them.
  copyFileSync(join(root, 'ts', 'binding', 'addon.d.ts'), join(root, 'dist', 'binding', 'addon.d.ts'));
}

/** Compiles the specs into `__test__/.build/`. */
export async function buildSpecs() {
  removeOrphans(join(root, '__test__', '.build'), join(root, '__test__'));
  await compile('specs', '__test__');
}

async function compile(step, project) {
  const remedy = 'read the compiler message above';
  await run(step, join(root, 'node_modules', '.bin', 'tsc'), ['-b', project, '--pretty', 'false'], {
    env: toolEnvironment(),
    remedy,
  });
}

// The compiler leaves the output of a source that was removed, and ava would go on running it.
function removeOrphans(output, source) {
  if (!existsSync(output)) return;
  for (const entry of readdirSync(output, { withFileTypes: true })) {
    const path = join(output, entry.name);
    if (entry.isDirectory()) removeOrphans(path, join(source, entry.name));
    else if (/\.m?js$/.test(entry.name) && !existsSync(join(source, entry.name.replace(/js$/, 'ts')))) rmSync(path);
  }
}
