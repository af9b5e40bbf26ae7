import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { theirs } from '../support/modules';
import { PACKAGE } from '../support/program';

const PLATFORM = 'linux-x64-gnu';

/** An installation of the main package alone, and what a first spawn in it throws. */
function installation(t: ExecutionContext): { modules: string; thrown: (before?: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-unloadable-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'rt-std'), { recursive: true });
  for (const part of ['dist', 'package.json']) {
    cpSync(join(PACKAGE, part), join(modules, 'rt-std', part), { recursive: true });
  }
  const program = `
    try { require('rt-std/child_process').spawn('true'); } catch ({ code, cause, message }) {
      console.log(code, cause.code, message);
    }`;
  const thrown = (before = '') =>
    theirs.spawnSync(process.execPath, ['-e', before + program], { cwd: folder, encoding: 'utf8' }).stdout;
  return { modules, thrown };
}

const test64 = process.platform === 'linux' && process.arch === 'x64' ? test : test.skip;

test64('where the package with the addon is missing, the error says so and what to install', (t) => {
  const { thrown } = installation(t);
  t.regex(
    thrown(),
    /^ERR_DLOPEN_FAILED MODULE_NOT_FOUND The native addon of rt-std for linux-x64-gnu is not installed: .*npm install rt-std-linux-x64-gnu$/m,
  );
});

test64('where the addon is damaged, the error says so, with what the loader says', (t) => {
  const { modules, thrown } = installation(t);
  const folder = join(modules, `rt-std-${PLATFORM}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ main: 'addon.node' }));
  writeFileSync(join(folder, 'addon.node'), 'no ELF');
  t.regex(
    thrown(),
    /^ERR_DLOPEN_FAILED ERR_DLOPEN_FAILED The native addon of rt-std in the package rt-std-linux-x64-gnu is there and cannot be loaded: .*(file too short|invalid ELF header).*npm install --force rt-std-linux-x64-gnu$/m,
  );
});

test64('on a platform without an addon, the error says so and names those that have one', (t) => {
  const { thrown } = installation(t);
  t.regex(
    thrown(`Object.defineProperty(process, 'arch', { value: 'ppc64' });`),
    /^ERR_DLOPEN_FAILED MODULE_NOT_FOUND rt-std has no native addon for linux-ppc64-gnu\. There are addons for linux-x64-gnu, /m,
  );
});
