import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { findProgram } from '../run/find-program.mjs';
import { report } from '../run/progress.mjs';
import { cacheFolder } from '../steps/cache.mjs';
import { withLock } from '../steps/lock.mjs';

const execute = promisify(execFile);

/** Debian's package of each browser, and the programs that are one, best first. */
const browsers = {
  chromium: {
    debianPackage: 'chromium',
    programs: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  },
  firefox: { debianPackage: 'firefox-esr', programs: ['firefox-esr', 'firefox'] },
};
const attempts = 3;
const remedy = 'check the network and /etc/apt/sources.list*, or install the browser by hand';

/**
 * @typedef {object} Browser
 * @property {string} executable the program's path
 * @property {string} version as the program prints it: `156.0.8078.79`, `153.7.0esr`
 */

/**
 * A real browser of this machine. One that is missing is installed where that is possible: by root,
 * from Debian's packages.
 *
 * @param {'chromium' | 'firefox'} name
 * @returns {Promise<Browser | { missing: string }>} the browser, or why there is none: a reason to
 *   skip what needs it
 * @throws {Failure} when Debian's package cannot be installed
 */
export async function browser(name) {
  const { debianPackage, programs } = browsers[name];
  const executable = findProgram(programs) ?? (await install(debianPackage, programs));
  if (!executable) {
    return {
      missing: `there is no ${programs.join(' or ')}, and only root on Debian can install ${debianPackage} here`,
    };
  }
  return { executable, version: await versionOf(executable) };
}

async function install(debianPackage, programs) {
  if (process.getuid?.() !== 0 || !findProgram(['apt-get'])) return undefined;
  const step = `install ${debianPackage}`;
  mkdirSync(cacheFolder, { recursive: true });
  // Two installations at once would fail on dpkg's own lock.
  return withLock(join(cacheFolder, 'apt-get.lock'), step, async () => {
    if (!findProgram(programs)) {
      report(step, 'from the packages of Debian');
      await retried(() => apt(step, debianPackage));
    }
    return findProgram(programs);
  });
}

async function retried(attempt) {
  for (let rest = attempts - 1; ; rest--) {
    try {
      return await attempt();
    } catch (error) {
      if (rest === 0 || !(error instanceof Failure)) throw error;
    }
  }
}

// The lists may name a version that the archive no longer has, hence the update each time.
async function apt(step, debianPackage) {
  const env = toolEnvironment({ extra: { LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' } });
  const apt = (...args) => run(step, 'apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env, remedy });
  await apt('update');
  await apt('install', '--yes', '--no-install-recommends', debianPackage);
}

async function versionOf(executable) {
  const { stdout } = await execute(executable, ['--version'], { encoding: 'utf8' });
  const found = /\d+(\.\d+)+\w*/.exec(stdout);
  if (!found) throw new Failure(`${executable} --version says '${stdout.trim()}'`);
  return found[0];
}
