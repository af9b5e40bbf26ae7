import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { root } from '../run/project.mjs';
import { step } from '../steps/step.mjs';
import { inspectRust } from '../toolchain/rust.mjs';
import { platformName } from './platform.mjs';
import { remappedPaths } from './remapped-paths.mjs';

/**
 * Builds the native addon into the platform's package under `npm/` and its type declarations into
 * `ts/binding/addon.d.ts`.
 *
 * @param {Promise<void>} dependencies settles when node_modules is there
 * @param {'release' | 'quick'} profile of Cargo.toml. with `quick`, a release build that is up to
 *   date is kept; with `release`, a quick one is replaced
 */
export async function buildAddon(dependencies, profile) {
  const platform = platformName();
  const { version, host } = await inspectRust();
  await dependencies;
  await step({
    name: 'addon',
    inputs: [
      'crates/napi',
      'crates/process',
      'crates/ipc',
      'crates/querystring',
      'Cargo.toml',
      'Cargo.lock',
      '.cargo/config.toml',
      'package-lock.json',
      'scripts/build/remapped-paths.mjs',
    ],
    values: [version, host, platform, profile],
    otherValues: profile === 'quick' ? [[version, host, platform, 'release']] : [],
    keep: (path) => !/\/(tests|benches|examples)\//.test(path),
    outputs: [`npm/${platform}/rt-std.${platform}.node`, 'ts/binding/addon.d.ts'],
    run: async () => {
      mkdirSync(join(root, 'ts', 'binding'), { recursive: true });
      const output = join('npm', platform);
      const args = [
        ...['build', '--platform', '--profile', profile, '--no-js'],
        ...['--manifest-path', 'crates/napi/Cargo.toml', '--package-json-path', 'package.json'],
        ...['--output-dir', output, '--dts', '../../ts/binding/addon.d.ts'],
        // A debugger wants the real paths.
        ...['--', '--locked', ...(profile === 'release' ? await remappedPaths('addon', host) : [])],
      ];
      await run('addon', join(root, 'node_modules', '.bin', 'napi'), args, {
        env: toolEnvironment(),
        remedy: 'read the compiler message above; when crates cannot be downloaded, check the network',
      });
    },
  });
}
