import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cargoHome } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { root } from '../run/project.mjs';
import { buildPlatformAddon, compile, findTools, platformAddon } from './build-addon.mjs';
import { targets } from './targets.mjs';

const sources = ['crates', 'Cargo.toml', 'Cargo.lock', '.cargo'];

/**
 * Builds an addon once more, from a copy of the sources in another folder and with another home of
 * cargo, and compares it with the one that was built in the clone.
 *
 * @param {string} platform
 * @returns {Promise<{ missing?: string }>} why it cannot be built here, when a tool is missing
 * @throws {Failure} when the bytes differ, or the addon names a folder of this machine
 */
export async function checkSameBytes(platform) {
  const step = `${platform} in another folder`;
  const built = await buildPlatformAddon(platform);
  if (built.missing) return built;
  const tools = await findTools(step, targets[platform].triple);
  const first = readFileSync(join(root, platformAddon(platform)));
  const named = [root, cargoHome].find((folder) => first.includes(folder));
  if (named) throw new Failure(`the addon for ${platform} names ${named}`);
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'rt-std-elsewhere-')));
  try {
    const where = { folder: join(elsewhere, 'sources'), home: join(elsewhere, 'home') };
    mkdirSync(where.folder);
    for (const name of sources) cpSync(join(root, name), join(where.folder, name), { recursive: true });
    // What was downloaded serves again; the sources are unpacked from it again.
    for (const part of ['cache', 'index']) {
      const downloaded = join(cargoHome, 'registry', part);
      if (existsSync(downloaded)) cpSync(downloaded, join(where.home, 'registry', part), { recursive: true });
    }
    const second = readFileSync(await compile(step, targets[platform], tools, where));
    if (!first.equals(second)) throw new Failure(`the addon for ${platform} is another one in another folder`);
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
  return {};
}
