import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../scripts/run/command.mjs';
import { toolEnvironment } from '../../../scripts/run/environment.mjs';
import { Failure } from '../../../scripts/run/failure.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { cached } from '../../../scripts/steps/cache.mjs';
import { ownApt } from '../../../scripts/toolchain/debian-apt.mjs';

/** The version of Node in the package. */
export const debianMajor = 20;

// The release of Debian whose package `nodejs` is of that version.
const release = 'trixie';
// Raised when what is made here changes.
const layout = 1;
const remedy =
  'this needs apt-get and the package archive of Debian; or set NODE_SOURCE to the root of a source tree of Node 20';

/**
 * The tests of Debian's source package of Node, fetched into the user's cache when they are not
 * there yet.
 *
 * @param {string} step
 * @returns {Promise<string>} the folder that holds `test/`
 */
export function debianSource(step) {
  return cached(`node-source-${debianMajor}-${release}-${layout}`, step, async (folder) => {
    const apt = join(folder, 'apt');
    const { downloads, aptGet } = ownApt(step, { folder: apt, type: 'deb-src', release, remedy });
    report(step, `fetching the source package nodejs of Debian ${release} (about 20 MB)`);
    await aptGet('update', '--error-on=any');
    await aptGet('source', '--download-only', '--tar-only', 'nodejs');
    const archive = readdirSync(downloads).find((name) =>
      new RegExp(`^nodejs_${debianMajor}\\..*\\.orig\\.tar\\.\\w+$`).test(name),
    );
    if (!archive)
      throw new Failure(`the package nodejs of Debian ${release} is no Node ${debianMajor} any more`, { remedy });
    report(step, `unpacking the tests of ${archive}`);
    // Only the folder `test` at the root: there are others in the dependencies.
    const tests = ['--strip-components=1', '--wildcards', '--no-wildcards-match-slash', '*/test'];
    await run(step, 'tar', ['-xf', join(downloads, archive), '-C', folder, ...tests], { env: toolEnvironment() });
    rmSync(apt, { recursive: true });
  });
}
