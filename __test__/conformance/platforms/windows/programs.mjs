import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../../scripts/run/command.mjs';
import { toolEnvironment } from '../../../../scripts/run/environment.mjs';
import { root } from '../../../../scripts/run/project.mjs';
import { cached } from '../../../../scripts/steps/cache.mjs';
import { zig } from '../../../../scripts/toolchain/zig.mjs';

const source = join(root, '__test__', 'conformance', 'platforms', 'windows', 'programs.c');
const names = ['true', 'false', 'cat', 'echo', 'pwd', 'yes', 'printf', 'sleep', 'head', 'tr', 'handles'];

/**
 * Builds the programs that specs start on Windows, by the names that they have on Linux.
 *
 * @param {string} step
 * @returns {Promise<string>} their folder, for `PATH`
 * @throws {import('../../../../scripts/run/failure.mjs').Failure} when they do not compile
 */
export function windowsPrograms(step) {
  const hash = createHash('sha256').update(readFileSync(source)).update(names.join()).digest('hex');
  return cached(`windows-programs-${hash.slice(0, 16)}`, step, async (folder) => {
    const { variables } = await zig(step);
    const [first, ...others] = names.map((name) => join(folder, `${name}.exe`));
    const args = ['cc', '-target', 'x86_64-windows-gnu', '-O2', '-s', '-o', first, source, '-lntdll'];
    await run(step, variables.CARGO_ZIGBUILD_ZIG_PATH, args, { env: toolEnvironment() });
    for (const other of others) copyFileSync(first, other);
  });
}
