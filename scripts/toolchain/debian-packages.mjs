import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { unpackAll } from './debian-apt.mjs';

const remedy = 'this needs the package archive of Debian 12 or later: check the network and /etc/apt/sources.list*';

/**
 * Unpacks Debian packages, with those they depend on and the system lacks, into a folder. Nothing
 * is installed and root is not needed: apt works on package lists of its own in `folder`.
 *
 * @param {string} step
 * @param {string[]} packages names, also with versions (`name=1.2*`)
 * @param {string} folder
 */
export async function unpackPackages(step, packages, folder) {
  const env = toolEnvironment({ extra: { LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' } });
  const state = join(folder, 'apt');
  const archives = join(state, 'downloaded');
  for (const part of ['lists/partial', 'cache/archives/partial', 'downloaded'])
    mkdirSync(join(state, part), { recursive: true });
  const settings = [
    `Dir::State::Lists=${join(state, 'lists')}`,
    `Dir::Cache=${join(state, 'cache')}`,
    // The sandbox user of apt, to which root would change, cannot write here.
    'APT::Sandbox::User=root',
    'Debug::NoLocking=1',
  ];
  const apt = (args, cwd) =>
    run(step, 'apt-get', [...settings.flatMap((setting) => ['-o', setting]), ...args], { env, cwd, remedy });
  await apt(['update', '--error-on=any']);
  const { output } = await apt(['install', '--yes', '--print-uris', '--no-install-recommends', ...packages]);
  const needed = [...output.matchAll(/^'\S+' (\S+)_(\S+)_\S+\.deb /gm)].map(
    ([, name, version]) => `${name}=${decodeURIComponent(version)}`,
  );
  await apt(['download', ...needed], archives);
  await unpackAll(step, archives, folder, remedy);
  rmSync(state, { recursive: true });
}

/**
 * Writes programs that start the unpacked ones with the unpacked libraries, into `bin` of the
 * folder.
 *
 * @param {string} folder
 * @param {string[]} programs
 */
export function writePrograms(folder, programs) {
  mkdirSync(join(folder, 'bin'));
  for (const program of programs) {
    // The unpacked programs look for their libraries where Debian installs them. The folder may be
    // renamed after this, hence $0.
    const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")/..
for libraries in "$here"/usr/lib/*-linux-gnu* "$here"/lib/*-linux-gnu*; do
  LD_LIBRARY_PATH=$libraries\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
done
export LD_LIBRARY_PATH
exec "$here/usr/bin/${program}" "$@"
`;
    writeFileSync(join(folder, 'bin', program), script, { mode: 0o755 });
  }
}
