import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { report } from '../run/progress.mjs';

const keyrings = '/usr/share/keyrings';
const mirror = 'http://deb.debian.org/debian';
const remedy = 'this needs apt-get, dpkg-deb and the package archive of Debian: check the network';

/**
 * Unpacks packages of any release and processor of Debian into a folder, just those that are named.
 * apt works on a configuration, lists and downloads of its own: the system's are not touched, and
 * root is not needed.
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
  const downloads = join(apt, 'downloads');
  for (const part of ['state/lists/partial', 'cache/archives/partial', 'downloads'])
    mkdirSync(join(apt, part), { recursive: true });
  writeFileSync(join(apt, 'status'), '');
  writeFileSync(join(apt, 'sources.list'), `${sourceLine(release, architecture)}\n`);
  writeFileSync(join(apt, 'apt.conf'), configuration(apt, architecture));
  const env = toolEnvironment({ extra: { LC_ALL: 'C' } });
  const aptGet = (...args) =>
    run(step, 'apt-get', ['-c', join(apt, 'apt.conf'), ...args], { env, cwd: downloads, remedy });
  report(step, `fetching ${packages.join(', ')} of Debian ${release} for ${architecture}`);
  await aptGet('update', '--error-on=any');
  await aptGet('download', ...packages);
  for (const file of readdirSync(downloads)) {
    if (file.endsWith('.deb')) await run(step, 'dpkg-deb', ['-x', join(downloads, file), folder], { env, remedy });
  }
  rmSync(apt, { recursive: true });
}

function sourceLine(release, architecture) {
  const keyring = ['debian-archive-keyring.gpg', 'debian-archive-removed-keys.gpg'].map((name) => join(keyrings, name));
  const found = keyring.filter((path) => existsSync(path));
  const signed = found.length > 0 ? `signed-by=${found.join(',')} ` : '';
  return `deb [${signed}arch=${architecture}] ${mirror} ${release} main`;
}

function configuration(apt, architecture) {
  return `Dir::State "${apt}/state";
Dir::State::status "${apt}/status";
Dir::Cache "${apt}/cache";
Dir::Etc::SourceList "${apt}/sources.list";
Dir::Etc::SourceParts "/dev/null";
APT::Architecture "${architecture}";
APT::Architectures { "${architecture}"; };
Acquire::Check-Valid-Until "false";
Acquire::Languages "none";
// Descriptions for software centres, as large as the lists.
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
// The system's hooks clean up after the system's lists.
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
// The sandbox user of apt, to which root would change, cannot write here.
APT::Sandbox::User "root";
`;
}
