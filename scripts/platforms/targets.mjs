/**
 * @typedef {object} Target how a platform's addon is built
 * @property {string} triple Rust's name of it
 * @property {string} library what cargo makes
 * @property {string} [glibc] the oldest version of glibc that has what the addon needs
 * @property {string[]} [features] of cargo
 * @property {Record<string, string>} [variables] for the build
 * @property {boolean} [importLibrary] whether the linker wants a library that stands for `node.exe`
 */

/** The oldest glibc that Node 20 and later run on. */
const glibc = '2.28';
/** The oldest macOS that has a Rust for arm64, and that Node 20 runs on. */
const macOS = { MACOSX_DEPLOYMENT_TARGET: '11.0' };

/**
 * The platforms that are built by zig, by the names of their packages in `npm/`.
 *
 * @type {Record<string, Target>}
 */
export const targets = {
  'linux-x64-gnu': { triple: 'x86_64-unknown-linux-gnu', library: 'librt_napi.so', glibc },
  'linux-x64-musl': { triple: 'x86_64-unknown-linux-musl', library: 'librt_napi.so' },
  'linux-arm64-gnu': { triple: 'aarch64-unknown-linux-gnu', library: 'librt_napi.so', glibc },
  'linux-arm64-musl': { triple: 'aarch64-unknown-linux-musl', library: 'librt_napi.so' },
  'darwin-x64': { triple: 'x86_64-apple-darwin', library: 'librt_napi.dylib', variables: macOS },
  'darwin-arm64': { triple: 'aarch64-apple-darwin', library: 'librt_napi.dylib', variables: macOS },
  'win32-x64-gnu': {
    triple: 'x86_64-pc-windows-gnu',
    library: 'rt_napi.dll',
    // Node's functions are looked up in the program that loads the addon, whatever its name.
    features: ['napi/dyn-symbols'],
    importLibrary: true,
  },
};
