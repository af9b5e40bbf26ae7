import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { cached } from '../steps/cache.mjs';
import { unpackFromArchive } from '../toolchain/debian-archive.mjs';

const layout = 1;
const format =
  ':rt-std-aarch64:M::\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00' +
  ':\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff';
// The kernel opens the emulator now (F), and gives it the name by which a program was started (P).
const script = `mount -t binfmt_misc none /proc/sys/fs/binfmt_misc || exit 97
printf '%s' "$1" > /proc/sys/fs/binfmt_misc/register || exit 97
shift
exec "$@"`;

/**
 * What goes before a command in which programs for arm64 run, as does what they start: qemu's user
 * mode. The kernel knows the emulator in a user namespace of the command's own only, which needs
 * Linux 6.7: nothing changes for the machine, and root is not needed.
 *
 * @param {string} step
 * @returns {Promise<string[]>}
 * @throws {Failure} when qemu cannot be fetched, or this kernel does not let it in
 */
export async function emulation(step) {
  const from = { release: 'trixie', architecture: 'amd64' };
  const folder = await cached(`qemu-user-trixie-${layout}`, step, (temporary) =>
    unpackFromArchive(step, from, ['qemu-user'], temporary),
  );
  const emulator = join(folder, 'usr', 'bin', 'qemu-aarch64');
  const prefix = [
    ...['unshare', '--user', '--map-root-user', '--mount'],
    ...['sh', '-c', script, 'sh', `${format}:${emulator}:PF`],
  ];
  try {
    await run(step, prefix[0], [...prefix.slice(1), 'true'], { env: toolEnvironment() });
  } catch (cause) {
    throw new Failure('programs for arm64 cannot be started here', {
      remedy: 'this needs Linux 6.7 with binfmt_misc and user namespaces, on x64',
      cause,
    });
  }
  return prefix;
}
