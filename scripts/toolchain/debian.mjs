import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { cached, cacheFolder } from '../steps/cache.mjs';
import { unpackPackages, writePrograms } from './debian-packages.mjs';
import { wasmTriple } from './triple.mjs';

const packages = ['rustc-web', 'cargo-web', 'rust-web-src'];
// Raised when what is made here changes.
const layout = 1;

const folderName = ({ host }) => `debian-rust-${layout}-${host}`;

/** The programs' folder of Debian's Rust, when an earlier run has made it. */
export function builtDebianToolchain(rust) {
  const bin = join(cacheFolder, folderName(rust), 'bin');
  return existsSync(bin) ? bin : undefined;
}

/**
 * Debian's Rust with a standard library for WebAssembly, compiled from the source that Debian ships
 * with it. It is in the user's cache; neither the system nor rustup's toolchains are touched.
 *
 * @param {string} step
 * @param {{ host: string, sysroot: string }} rust the machine's Rust, whose linker is used
 * @returns {Promise<string>} the folder that goes first on PATH: it holds `cargo` and `rustc`
 */
export async function debianToolchain(step, rust) {
  const linker = findLinker(rust);
  const folder = await cached(folderName(rust), step, async (temporary) => {
    report(step, `fetching ${packages.join(', ')} (about 150 MB)`);
    await unpackPackages(step, packages, temporary);
    writePrograms(temporary, ['cargo', 'rustc', 'rustdoc']);
    report(step, `compiling the standard library for ${wasmTriple}`);
    await buildStandardLibrary(step, temporary);
    // rustc asks its sysroot for a linker of this name; rustup's is the same program.
    const tools = join(temporary, 'usr/lib/rustlib', rust.host, 'bin');
    mkdirSync(tools, { recursive: true });
    symlinkSync(linker, join(tools, 'rust-lld'));
    for (const rest of ['usr/src', 'usr/share', 'usr/lib/rustlib/src'])
      rmSync(join(temporary, rest), { recursive: true, force: true });
  });
  return join(folder, 'bin');
}

function findLinker({ host, sysroot }) {
  const linker = join(sysroot, 'lib/rustlib', host, 'bin/rust-lld');
  if (existsSync(linker)) return linker;
  throw new Failure(`${sysroot} has no rust-lld, the linker for WebAssembly`, {
    remedy: `install Rust with rustup (https://rustup.rs), or a standard library for ${wasmTriple} with your system's packages`,
  });
}

async function buildStandardLibrary(step, folder) {
  const library = join(folder, 'usr/lib/rustlib/src/rust/library');
  if (!existsSync(join(library, 'Cargo.lock'))) throw new Failure(`Debian's rust-web-src has no ${library}/Cargo.lock`);
  const crate = join(folder, 'empty-crate');
  mkdirSync(join(crate, 'src'), { recursive: true });
  writeFileSync(join(crate, 'src/lib.rs'), '#![no_std]\n');
  writeFileSync(join(crate, 'Cargo.toml'), '[package]\nname = "empty-crate"\nedition = "2021"\n[workspace]\n');
  const env = toolEnvironment({
    first: [join(folder, 'bin')],
    extra: {
      // Building the standard library is an unstable option of cargo.
      RUSTC_BOOTSTRAP: '1',
      // Without bitcode a project could not use link-time optimisation.
      RUSTFLAGS: '-Cembed-bitcode=yes',
      CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '1',
      CARGO_TARGET_DIR: join(crate, 'target'),
    },
  });
  // Debian puts the crates that the standard library depends on beside it: no registry is needed.
  const vendored = [
    '--config',
    'source.crates-io.replace-with="vendored"',
    '--config',
    `source.vendored.directory=${JSON.stringify(join(library, 'vendor'))}`,
  ];
  await run(
    step,
    'cargo',
    [
      'build',
      '--release',
      '--offline',
      '--target',
      wasmTriple,
      '-Zbuild-std=std,panic_abort,proc_macro,test',
      ...vendored,
    ],
    {
      env,
      cwd: crate,
    },
  );
  const made = join(crate, 'target', wasmTriple, 'release/deps');
  const home = join(folder, 'usr/lib/rustlib', wasmTriple, 'lib');
  mkdirSync(home, { recursive: true });
  for (const file of readdirSync(made)) {
    if (file.endsWith('.rlib') && !file.startsWith('libempty_crate')) copyFileSync(join(made, file), join(home, file));
  }
  rmSync(crate, { recursive: true });
}
