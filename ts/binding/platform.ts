import { arch, platform } from '../kept-process';
import { process } from '../main-realm';
import { existsSync } from '../node-builtins/kept-file-functions';

/**
 * Platforms that have a package with the addon, by the names of napi-rs: `<platform>-<cpu>` and,
 * where it matters, the C library.
 */
export const SUPPORTED_PLATFORMS: readonly string[] = [
  'linux-x64-gnu',
  'linux-x64-musl',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'darwin-x64',
  'darwin-arm64',
  'win32-x64-gnu',
];

/** The loader of musl, by the names that it has for processors. */
const MUSL_LOADERS: Readonly<Record<string, string>> = {
  x64: '/lib/ld-musl-x86_64.so.1',
  arm64: '/lib/ld-musl-aarch64.so.1',
};

/**
 * The names under which this process may have an addon, in the order in which they are tried. On
 * Linux the C library decides: that for glibc opens under musl, too, where its `libc6-compat` is
 * installed, but not the other way round. On Windows both serve: the first is published, the other
 * is what Microsoft's compiler makes.
 */
export function candidatePlatforms(): string[] {
  const base = `${platform}-${arch}`;
  if (platform === 'win32') return [`${base}-gnu`, `${base}-msvc`];
  if (platform !== 'linux') return [base];
  const glibc = `${base}-gnu`;
  const musl = `${base}-musl`;
  return existsSync(MUSL_LOADERS[arch] ?? '') ? [musl, glibc] : [glibc, musl];
}

/**
 * The platform of this process. On Linux this takes some milliseconds: Node's report names the
 * version of glibc, and none under another C library.
 */
export function currentPlatform(): string {
  if (platform !== 'linux') return candidatePlatforms()[0] as string;
  return `${platform}-${arch}-${isGlibc() ? 'gnu' : 'musl'}`;
}

function isGlibc(): boolean {
  try {
    const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
    return report?.header?.glibcVersionRuntime !== undefined;
  } catch {
    // Deno makes a report with the permission `sys` only. It is built for glibc.
    return true;
  }
}
