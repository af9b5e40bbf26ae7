import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { cargoHome, toolEnvironment } from '../run/environment.mjs';
import { root } from '../run/project.mjs';
import { inspectRust } from '../toolchain/rust.mjs';

/**
 * A library for macOS holds its own name, which is the path that it is linked at unless one says,
 * and a number that the linker makes of all it writes: the paths of what it has linked are a part
 * of that, although they are taken out afterwards, unless it leaves them out itself.
 */
const withoutPathsOfLinker = ['-install_name,@rpath/librt_napi.dylib', '-S'];

/**
 * Arguments of cargo that keep the paths of this machine out of what it builds: messages of panics
 * name source files. Two clones in different folders and homes then build the same bytes.
 *
 * They go with the target's own flags of `.cargo/config.toml`, which a variable would replace.
 *
 * @param {string} step
 * @param {string} triple the target
 * @param {object} [where] another place to build in
 * @param {string} [where.folder] of the sources; default: the root of the clone
 * @param {string} [where.home] of cargo
 * @returns {Promise<string[]>}
 */
export async function remappedPaths(step, triple, { folder = root, home = cargoHome } = {}) {
  const { commit, sysroot } = await inspectRust();
  // Its sources are unpacked then: the folder of a registry is named after its address.
  const env = toolEnvironment({ extra: { CARGO_HOME: home } });
  await run(step, 'cargo', ['fetch', '--locked'], { env, cwd: folder, remedy: 'check the network' });
  const registries = join(home, 'registry', 'src');
  const names = existsSync(registries) ? readdirSync(registries).sort() : [];
  const prefixes = [
    [home, '/cargo'],
    ...names.map((name) => [join(registries, name), '/cargo/registry']),
    [folder, '/rt-std'],
    // Where the sources of the standard library are installed, rustc names them by their path.
    [join(sysroot, 'lib', 'rustlib', 'src', 'rust'), `/rustc/${commit}`],
  ];
  const flags = prefixes.map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
  if (triple.includes('-apple-')) flags.push(...withoutPathsOfLinker.map((flag) => `-Clink-arg=-Wl,${flag}`));
  return ['--config', `target.${triple}.rustflags=${JSON.stringify(flags)}`];
}
