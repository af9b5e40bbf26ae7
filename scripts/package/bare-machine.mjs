import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../run/find-program.mjs';

const programs = `
  sh env npm gzip gunzip basename cat chmod cp cut date dd dirname echo expr false grep head kill ln ls mkdir mktemp mv
  nproc printenv printf pwd readlink rm sed seq sha256sum sleep sort tail tee test touch tr true uname uniq wc yes
`
  .trim()
  .split(/\s+/);

/**
 * A temporary folder that stands for a machine without any compiler: a PATH with only Node, npm, a
 * shell, gzip and the basic programs; an empty home; an empty npm cache.
 *
 * @returns {{ folder: string, env: Record<string, string>, find: (program: string) => string | undefined, remove: () => void }}
 */
export function bareMachine() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rt-std-bare-')));
  const bin = join(folder, 'bin');
  const home = join(folder, 'home');
  mkdirSync(bin);
  mkdirSync(home);
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const program of programs) {
    const path = findProgram([program]);
    if (path) symlinkSync(path, join(bin, program));
  }
  return {
    folder,
    env: {
      PATH: bin,
      HOME: home,
      npm_config_cache: join(home, 'npm-cache'),
      npm_config_update_notifier: 'false',
      LANG: 'C.UTF-8',
    },
    find: (program) => findProgram([program], [bin]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
