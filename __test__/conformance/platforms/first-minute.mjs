import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packTarballs } from '../../../scripts/package/tarballs.mjs';
import { run } from '../../../scripts/run/command.mjs';
import { toolEnvironment } from '../../../scripts/run/environment.mjs';
import { npm } from '../../../scripts/run/npm.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { runChecks } from '../../../scripts/test/checks.mjs';
import { noCounts } from '../../../scripts/test/counts.mjs';
import { platforms } from './platforms.mjs';
import { nodeCommand } from './run-platform.mjs';

/** What README's preloads are used with. */
const others = {
  'app.js': `const { execSync } = require('child_process');
console.log(execSync === require('rt-std/child_process').execSync, execSync('echo one', { encoding: 'utf8' }).trim());\n`,
  'app.mjs': `import { execFileSync } from 'rt:child_process';
import { stringify } from 'rt:querystring';
console.log(stringify({ a: 'ö' }), execFileSync(process.execPath, ['-p', "'two'"], { encoding: 'utf8' }).trim());\n`,
};

/** The name of the first minute with the main package alone: `npm install --omit=optional`. */
export const WITHOUT_ADDON = 'no-addon';
// A warning says that Node's own module is used; backend/ tests that.
const ofThisMachine = { command: [process.execPath], variables: { NODE_NO_WARNINGS: '1' } };

/**
 * What README shows first, word by word, on a platform: an installation from the tarballs, its
 * programs, its preloads, its command, and then the tour.
 *
 * @param {string} platform or {@link WITHOUT_ADDON}, on this machine's own
 * @returns {Promise<import('../../../scripts/test/counts.mjs').Counts>}
 */
export async function firstMinute(platform) {
  const step = `first minute on ${platform}`;
  const found = platform === WITHOUT_ADDON ? ofThisMachine : await nodeCommand(platform, step);
  if (found.missing) {
    report(step, `skipped: ${found.missing}`);
    return { ...noCounts(), skipped: 1 };
  }
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-first-'));
  try {
    return await runChecks(checks(platform, step, found, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const noTourOnWindows = 'it starts gzip, sha256sum and sleep, which Windows does not have';
const noTourWithoutAddon = 'it compares the native codec with the others';

function checks(platform, step, { command, variables }, folder) {
  const node = async (...args) => {
    const [program, ...rest] = [...command, ...args];
    const env = toolEnvironment({ extra: variables });
    const { output } = await run(step, program, rest, { cwd: folder, env, limit: 300_000 });
    return output.trim().replaceAll('\r', '');
  };
  // On Windows npm puts a batch file for the command prompt there, which starts this file.
  const isWindows = platform.startsWith('win32');
  const rt = isWindows ? 'node_modules/rt-std/dist/command/rt.js' : 'node_modules/.bin/rt';
  const missing = isWindows ? noTourOnWindows : platform === WITHOUT_ADDON && noTourWithoutAddon;
  const answers = {
    'tool.cjs': [['tool.cjs'], /^v\d+\.\d+\.\d+\nnode exited with 0$/],
    'tool.mjs': [['tool.mjs'], /^v\d+\.\d+\.\d+\nKöln a\+b$/],
    'node --import rt-std/override app.js': [['--import', 'rt-std/override', 'app.js'], /^true one$/],
    'node --import rt-std/register app.mjs': [['--import', 'rt-std/register', 'app.mjs'], /^a=%C3%B6 two$/],
    'rt app.mjs': [[rt, 'app.mjs'], /^a=%C3%B6 two$/],
    'rt --override app.js': [[rt, '--override', 'app.js'], /^true one$/],
  };
  return [
    [`${platform}: the tarballs install`, () => install(platform, step, folder)],
    ...Object.entries(answers).map(([title, [args, expected]]) => [
      `${platform}: ${title}`,
      async () => assert.match(await node(...args), expected),
    ]),
    [`${platform}: the tour`, () => (missing ? { missing } : node(join('tour', 'index.mjs')))],
  ];
}

async function install(platform, step, folder) {
  const { main, platform: addon } = await packTarballs(
    platform === WITHOUT_ADDON ? undefined : (platforms[platform]?.addon ?? platform),
  );
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // npm is this machine's, and would refuse the addon of another platform.
  const args = ['install', '--offline', '--force', '--no-audit', '--no-fund', main];
  const packages = platform === WITHOUT_ADDON ? ['--omit=optional'] : [addon];
  await npm(step, [...args, ...packages], { cwd: folder });
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const name of ['tool.cjs', 'worker.mjs', 'tool.mjs']) {
    const [, program] = new RegExp(`^\`\`\`js\\n(// ${name}\\n[\\s\\S]*?)^\`\`\``, 'm').exec(readme);
    writeFileSync(join(folder, name), program);
  }
  for (const [name, program] of Object.entries(others)) writeFileSync(join(folder, name), program);
  mkdirSync(join(folder, 'tour'));
  cpSync(join(root, 'examples', 'tour'), join(folder, 'tour'), { recursive: true });
}
