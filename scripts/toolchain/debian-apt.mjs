import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';

const keyrings = ['debian-archive-keyring.gpg', 'debian-archive-removed-keys.gpg'];
const mirror = 'http://deb.debian.org/debian';

/**
 * An apt for any release of Debian, with a configuration, lists and downloads of its own: the
 * system's are not touched, and root is not needed.
 *
 * @param {string} step
 * @param {object} what
 * @param {string} what.folder for its files; not there yet
 * @param {'deb' | 'deb-src'} what.type packages, or sources
 * @param {string} what.release such as `trixie`
 * @param {string} [what.architecture] Debian's name of the processor: `amd64`, `arm64`; default:
 *   this machine's
 * @param {string} what.remedy what to do when it fails
 * @returns {{ downloads: string, aptGet: (...args: string[]) => ReturnType<typeof run> }} the
 *   folder that it downloads into
 */
export function ownApt(step, { folder, type, release, architecture, remedy }) {
  const downloads = join(folder, 'downloads');
  for (const part of ['state/lists/partial', 'cache/archives/partial', 'downloads'])
    mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'status'), '');
  writeFileSync(join(folder, 'sources.list'), `${type} ${optionsOf(architecture)}${mirror} ${release} main\n`);
  writeFileSync(join(folder, 'apt.conf'), configuration(folder, architecture));
  const env = toolEnvironment({ extra: { LC_ALL: 'C' } });
  const aptGet = (...args) =>
    run(step, 'apt-get', ['-c', join(folder, 'apt.conf'), ...args], { env, cwd: downloads, remedy });
  return { downloads, aptGet };
}

/**
 * Unpacks all packages that are in a folder into another one.
 *
 * @param {string} step
 * @param {string} downloads
 * @param {string} folder
 * @param {string} remedy what to do when it fails
 */
export async function unpackAll(step, downloads, folder, remedy) {
  const env = toolEnvironment();
  for (const file of readdirSync(downloads)) {
    if (file.endsWith('.deb')) await run(step, 'dpkg-deb', ['-x', join(downloads, file), folder], { env, remedy });
  }
}

function optionsOf(architecture) {
  const found = keyrings.map((name) => join('/usr/share/keyrings', name)).filter((path) => existsSync(path));
  const options = [found.length > 0 && `signed-by=${found.join(',')}`, architecture && `arch=${architecture}`];
  const given = options.filter(Boolean).join(' ');
  return given === '' ? '' : `[${given}] `;
}

function configuration(folder, architecture) {
  const foreign = `APT::Architecture "${architecture}";\nAPT::Architectures { "${architecture}"; };\n`;
  return `Dir::State "${folder}/state";
Dir::State::status "${folder}/status";
Dir::Cache "${folder}/cache";
Dir::Etc::SourceList "${folder}/sources.list";
Dir::Etc::SourceParts "/dev/null";
${architecture === undefined ? '' : foreign}Acquire::Check-Valid-Until "false";
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
