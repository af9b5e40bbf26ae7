import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';

// The tools run for a second; compiling them well would take minutes.
const quickBuild = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: '0',
  CARGO_PROFILE_RELEASE_LTO: 'false',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
  CARGO_PROFILE_RELEASE_DEBUG: '0',
  CARGO_PROFILE_RELEASE_STRIP: 'symbols',
};

/**
 * Compiles programs of a crate from the crates registry into the `bin` of a folder.
 *
 * @param {string} step
 * @param {string} crate
 * @param {string} version
 * @param {string} folder
 * @param {string} target where cargo compiles
 */
export async function installProgram(step, crate, version, folder, target) {
  report(step, `compiling ${crate} ${version}`);
  const env = toolEnvironment({ extra: quickBuild });
  const remedy = `check the network, then try by hand: cargo install ${crate} --version ${version}`;
  const args = [
    'install',
    crate,
    '--version',
    version,
    '--root',
    folder,
    '--target-dir',
    target,
    '--no-track',
    '--force',
  ];
  try {
    await run(step, 'cargo', [...args, '--locked'], { env, remedy });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A crate's own lock may name a version that has been yanked since.
    report(step, `${crate} does not build with its own Cargo.lock; trying without`);
    await run(step, 'cargo', args, { env, remedy });
  }
}

/**
 * Compiles the programs of a crate in this clone into the `bin` of a folder, in the versions of its
 * own Cargo.lock.
 *
 * @param {string} step
 * @param {string} crate its folder
 * @param {string} folder
 * @param {string} target where cargo compiles
 */
export async function buildProgram(step, crate, folder, target) {
  report(step, `compiling ${crate}`);
  const remedy = `check the network, then try by hand: cargo build --release --manifest-path ${crate}/Cargo.toml`;
  const args = [
    'install',
    '--path',
    crate,
    '--root',
    folder,
    '--target-dir',
    target,
    '--no-track',
    '--force',
    '--locked',
  ];
  await run(step, 'cargo', args, { env: toolEnvironment({ extra: quickBuild }), remedy });
}
