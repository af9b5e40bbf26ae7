import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { platformName } from '../build/platform.mjs';
import { remappedPaths } from '../build/remapped-paths.mjs';
import { run } from '../run/command.mjs';
import { cargoHome, toolEnvironment } from '../run/environment.mjs';
import { orMissing } from '../run/failure.mjs';
import { root } from '../run/project.mjs';
import { replaceFile } from '../steps/replace-file.mjs';
import { step } from '../steps/step.mjs';
import { inspectRust } from '../toolchain/rust.mjs';
import { rustTarget } from '../toolchain/rust-target.mjs';
import { zig } from '../toolchain/zig.mjs';
import { inspectAddon } from './inspect-addon.mjs';
import { targets } from './targets.mjs';

const folder = 'target/platforms';

/**
 * Where {@link buildPlatformAddon} puts the addon of a platform, from the root of the clone.
 *
 * @param {string} platform
 */
export function platformAddon(platform) {
  return `${folder}/addons/rt-std.${platform}.node`;
}

/**
 * Builds the addon of any platform as it is released, by zig: on Linux for an old C library. It is
 * checked for what it needs, and goes into the platform's package under `npm/`, unless that is the
 * package of this machine: there the developer's build is.
 *
 * @param {string} platform one of {@link targets}
 * @returns {Promise<{ missing?: string }>} why it cannot be built here, when a tool is missing
 * @throws {Failure} when it does not compile, or needs what it must not
 */
export async function buildPlatformAddon(platform) {
  const target = targets[platform];
  const name = `addon for ${platform}`;
  const tools = await findTools(name, target.triple);
  if (tools.missing) return tools;
  const { version, host } = await inspectRust();
  const output = platformAddon(platform);
  await step({
    name: `addon-${platform}`,
    inputs: [
      ...['crates/napi', 'crates/process', 'crates/ipc', 'crates/querystring', 'Cargo.toml', 'Cargo.lock'],
      ...['.cargo/config.toml', 'scripts/toolchain/zig', 'scripts/platforms', 'scripts/build/remapped-paths.mjs'],
    ],
    values: [version, host],
    keep: (path) => !/\/(tests|benches|examples)\//.test(path),
    outputs: [output],
    run: async () => {
      const made = await compile(name, target, tools);
      await inspectAddon(name, made, target);
      mkdirSync(dirname(join(root, output)), { recursive: true });
      replaceFile(made, join(root, output));
    },
  });
  if (platform !== platformName())
    replaceFile(join(root, output), join(root, 'npm', platform, `rt-std.${platform}.node`));
  return {};
}

/**
 * The tools for a target, or why there are none: what needs them is skipped then.
 *
 * @param {string} name of the step
 * @param {string} triple
 */
export function findTools(name, triple) {
  return orMissing(async () => {
    const tools = await zig(name);
    await rustTarget(name, triple);
    return tools;
  });
}

/**
 * Compiles the addon.
 *
 * @param {string} name of the step
 * @param {import('./targets.mjs').Target} target
 * @param {{ folder: string, variables: Record<string, string> }} tools of {@link findTools}
 * @param {{ folder: string, home: string }} [where] other sources than the clone's, and another
 *   home of cargo
 * @returns {Promise<string>} the library's path
 */
export async function compile(name, target, tools, where = { folder: root, home: cargoHome }) {
  const { triple, library, glibc, features = [], variables, importLibrary } = target;
  const output = join(where.folder, folder);
  const extra = { CARGO_HOME: where.home, CARGO_TARGET_DIR: output, CARGO_TERM_COLOR: 'never' };
  const env = toolEnvironment({ first: [tools.folder], extra: { ...tools.variables, ...variables, ...extra } });
  if (importLibrary) env.LIBNODE_PATH = await emptyImportLibrary(name, tools);
  const args = [
    ...['zigbuild', '--locked', '--release', '--package', 'rt-napi'],
    ...['--target', glibc ? `${triple}.${glibc}` : triple],
    ...(features.length > 0 ? ['--features', features.join(',')] : []),
    ...(await remappedPaths(name, triple, where)),
  ];
  const remedy = 'read the compiler message above; when crates cannot be downloaded, check the network';
  await run(name, 'cargo', args, { env, cwd: where.folder, remedy });
  return join(output, triple, 'release', library);
}

/** A library to link that has no functions: they are looked up at run time. */
async function emptyImportLibrary(name, { variables }) {
  const where = join(root, folder, 'import-library');
  const library = join(where, 'node.lib');
  if (existsSync(library)) return where;
  mkdirSync(where, { recursive: true });
  // `napi-build` only looks whether it is there.
  writeFileSync(join(where, 'libnode.dll'), '');
  const definitions = join(where, 'node.def');
  writeFileSync(definitions, 'LIBRARY node.exe\nEXPORTS\n  napi_create_object\n');
  const args = ['dlltool', '-m', 'i386:x86-64', '-d', definitions, '-l', library];
  await run(name, variables.CARGO_ZIGBUILD_ZIG_PATH, args, { env: toolEnvironment() });
  return where;
}
