import { arch, platform } from '../kept-process';
import { process } from '../realm/main-realm';

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

/**
 * The names under which this process may have an addon. On Linux the C library decides, and in most
 * cases only one of the two packages is installed. On Windows both serve: the first is published,
 * the other is what Microsoft's compiler makes.
 */
export function candidatePlatforms(): string[] {
  const base = `${platform}-${arch}`;
  if (platform === 'linux') return [`${base}-gnu`, `${base}-musl`];
  return platform === 'win32' ? [`${base}-gnu`, `${base}-msvc`] : [base];
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
