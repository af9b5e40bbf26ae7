import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cached } from '../steps/cache.mjs';
import { unpackFromArchive } from './debian-archive.mjs';

// Raised when what is made here changes.
const layout = 1;
const from = { release: 'bookworm', architecture: 'amd64' };
const packages = ['mingw-w64-x86-64-dev', 'gcc-mingw-w64-x86-64-posix', 'binutils-mingw-w64-x86-64'];

/**
 * What links programs of Rust for `x86_64-pc-windows-gnu` on Linux: the linker is Rust's own, the
 * libraries are those of MinGW, of Debian, in the user's cache.
 *
 * @param {string} step
 * @returns {Promise<{ programs: string, variables: Record<string, string> }>} the folder of
 *   `dlltool`, for PATH, and the variables that cargo needs
 */
export async function mingw(step) {
  const folder = await cached(`mingw-${layout}`, step, (temporary) =>
    unpackFromArchive(step, from, packages, temporary),
  );
  const compilers = join(folder, 'usr/lib/gcc/x86_64-w64-mingw32');
  const compiler = readdirSync(compilers).find((name) => name.endsWith('-posix'));
  const libraries = [join(folder, 'usr/x86_64-w64-mingw32/lib'), join(compilers, compiler)];
  const flags = [
    ...['-Clinker=rust-lld', '-Clinker-flavor=ld.lld', '-Clink-self-contained=yes'],
    ...libraries.map((path) => `-Lnative=${path}`),
  ];
  return {
    programs: join(folder, 'usr/bin'),
    variables: { CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUSTFLAGS: flags.join(' ') },
  };
}
