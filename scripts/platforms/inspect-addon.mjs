import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { isNewer } from '../toolchain/versions.mjs';
import { readMachO } from './mach-o.mjs';

/** The libraries that are a part of glibc. */
const partsOfGlibc = /^(libc\.so\.6|libm\.so\.6|libdl\.so\.2|libpthread\.so\.0|librt\.so\.1|ld-linux-[\w-]+\.so\.\d)$/;
/** The whole of musl: each of its loaders takes the name for itself. */
const musl = /^libc\.so$/;
/** What every Windows since 10 has. */
const partsOfWindows =
  /^(KERNEL32|ntdll|USERENV|WS2_32|msvcrt|bcrypt|bcryptprimitives|ADVAPI32|api-ms-win-(crt|core)-[\w-]+)\.dll$/i;

/** What every macOS has: the C library, and the two that convert characters. */
const partsOfMacOS = /^\/usr\/lib\/lib(System\.B|iconv\.2|charset\.1)\.dylib$/;

/**
 * Checks that an addon needs no other libraries than the platform's C library, and of glibc nothing
 * newer than the target says. (What a build for musl links depends on the linker: gcc takes glibc,
 * without a warning.)
 *
 * @param {string} step
 * @param {string} file
 * @param {import('./targets.mjs').Target} target
 * @throws {Failure} when it needs more
 */
export async function inspectAddon(step, file, target) {
  if (target.triple.includes('-linux-')) return inspectElf(step, file, target);
  if (target.triple.includes('-windows-')) return inspectWindows(step, file);
  return inspectMachO(step, file, target);
}

async function inspectElf(step, file, { glibc }) {
  const text = await print(step, 'readelf', ['--dynamic', '--version-info', '--wide', file]);
  const needed = [...text.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name]) => name);
  refuse(step, file, needed, glibc ? partsOfGlibc : musl);
  const versions = [...new Set([...text.matchAll(/\bGLIBC_(\d+(?:\.\d+)+)/g)].map(([, version]) => version))];
  const newer = versions.filter((version) => glibc === undefined || isNewer(version, glibc));
  if (newer.length > 0) throw new Failure(`${file} needs glibc ${newer.join(', ')}, and not ${glibc ?? 'musl'}`);
  const highest = versions.reduce((one, other) => (isNewer(other, one) ? other : one), '0');
  report(step, `needs ${needed.join(', ')}${glibc ? `, at most glibc ${highest}` : ''}`);
}

async function inspectWindows(step, file) {
  const text = await print(step, 'objdump', ['--private-headers', file]);
  const needed = [...text.matchAll(/DLL Name: (\S+)/g)].map(([, name]) => name);
  refuse(step, file, needed, partsOfWindows);
  report(step, `needs ${needed.join(', ')}`);
}

function inspectMachO(step, file, { triple, variables }) {
  const { processor, needed, oldest, signed } = readMachO(file);
  if (!triple.startsWith(`${processor}-`)) throw new Failure(`${file} is made for ${processor}, and not for ${triple}`);
  refuse(step, file, needed, partsOfMacOS);
  const wanted = variables.MACOSX_DEPLOYMENT_TARGET;
  if (oldest !== wanted) throw new Failure(`${file} is made for macOS ${oldest}, and not ${wanted}`);
  // On these processors macOS ends a process that loads code without one.
  if (processor === 'aarch64' && !signed) throw new Failure(`${file} has no signature`);
  report(step, `needs ${needed.join(', ')}, macOS ${oldest}`);
}

function refuse(step, file, needed, allowed) {
  if (needed.length === 0) throw new Failure(`${step}: ${file} names no library that it needs`);
  const others = needed.filter((name) => !allowed.test(name));
  if (others.length > 0) throw new Failure(`${step}: ${file} needs ${others.join(', ')}`);
}

async function print(step, program, args) {
  let text = '';
  const onLine = (line) => {
    text += `${line}\n`;
  };
  const env = toolEnvironment({ extra: { LC_ALL: 'C' } });
  await run(step, program, args, { env, onLine, remedy: 'install binutils' });
  return text;
}
