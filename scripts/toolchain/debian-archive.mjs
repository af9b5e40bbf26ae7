import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../run/progress.mjs';
import { ownApt, unpackAll } from './debian-apt.mjs';

const remedy = 'this needs apt-get, dpkg-deb and the package archive of Debian: check the network';

/**
 * Unpacks packages of any release and processor of Debian into a folder, just those that are named.
 *
 * @param {string} step
 * @param {object} from
 * @param {string} from.release such as `trixie`
 * @param {string} from.architecture Debian's name of the processor: `amd64`, `arm64`
 * @param {string[]} packages
 * @param {string} folder
 */
export async function unpackFromArchive(step, { release, architecture }, packages, folder) {
  const apt = join(folder, 'apt');
  const { downloads, aptGet } = ownApt(step, { folder: apt, type: 'deb', release, architecture, remedy });
  report(step, `fetching ${packages.join(', ')} of Debian ${release} for ${architecture}`);
  await aptGet('update', '--error-on=any');
  await aptGet('download', ...packages);
  await unpackAll(step, downloads, folder, remedy);
  rmSync(apt, { recursive: true });
}
