import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { packTarballs } from '../../../scripts/package/tarballs.mjs';
import { run } from '../../../scripts/run/command.mjs';
import { toolEnvironment } from '../../../scripts/run/environment.mjs';
import { npm } from '../../../scripts/run/npm.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { runChecks } from '../../../scripts/test/checks.mjs';
import { noCounts } from '../../../scripts/test/counts.mjs';
import { nodeCommand } from './run-platform.mjs';

/** The children that README's programs start, and what its preloads are used with. */
const others = {
  'worker.mjs': `process.on('message', ({ city, tag }) => process.send(city + ' ' + tag.join('+')));\n`,
  'app.js': `const { execSync } = require('child_process');
console.log(execSync === require('rt-std/child_process').execSync, execSync('echo one; exit 0', { encoding: 'utf8' }).trim());\n`,
  'app.mjs': `import { execFileSync } from 'rt:child_process';
import { stringify } from 'rt:querystring';
console.log(stringify({ a: 'ö' }), execFileSync('echo', ['two'], { encoding: 'utf8' }).trim());\n`,
};

/**
 * What README shows first, word by word, on a platform: an installation from the tarballs, its
 * programs, its preloads, its command, and then the tour.
 *
 * @param {string} platform
 * @returns {Promise<import('../../../scripts/test/counts.mjs').Counts>}
 */
export async function firstMinute(platform) {
  const step = `first minute on ${platform}`;
  const found = await nodeCommand(platform, step);
  if (found.missing) {
    report(step, `skipped: ${found.missing}`);
    return { ...noCounts(), skipped: 1 };
  }
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-first-'));
  try {
    return await runChecks(checks(platform, step, found.command, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checks(platform, step, command, folder) {
  const node = async (...args) => {
    const [program, ...rest] = [...command, ...args];
    const { output } = await run(step, program, rest, { cwd: folder, env: toolEnvironment(), limit: 300_000 });
    return output.trim();
  };
  return [
    [`${platform}: the tarballs install`, () => install(platform, step, folder)],
    [`${platform}: tool.cjs`, async () => assert.match(await node('tool.cjs'), /^ls exited with 0$/m)],
    [
      `${platform}: tool.mjs`,
      async () => assert.deepEqual((await node('tool.mjs')).split('\n'), [release(), 'Köln a+b']),
    ],
    [
      `${platform}: node --import rt-std/override app.js`,
      async () => assert.equal(await node('--import', 'rt-std/override', 'app.js'), 'true one'),
    ],
    [
      `${platform}: node --import rt-std/register app.mjs`,
      async () => assert.equal(await node('--import', 'rt-std/register', 'app.mjs'), 'a=%C3%B6 two'),
    ],
    [
      `${platform}: rt app.mjs`,
      async () => assert.equal(await node(join('node_modules', '.bin', 'rt'), 'app.mjs'), 'a=%C3%B6 two'),
    ],
    [
      `${platform}: rt --override app.js`,
      async () => assert.equal(await node(join('node_modules', '.bin', 'rt'), '--override', 'app.js'), 'true one'),
    ],
    [`${platform}: the tour`, () => node(join('tour', 'index.mjs'))],
  ];
}

async function install(platform, step, folder) {
  const { main, platform: addon } = await packTarballs(platform);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // npm is this machine's, and would refuse the addon of another platform.
  const args = ['install', '--offline', '--force', '--no-audit', '--no-fund', main, addon];
  await npm(step, args, { cwd: folder });
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const name of ['tool.cjs', 'tool.mjs']) {
    const [, program] = new RegExp(`^\`\`\`js\\n(// ${name}\\n[\\s\\S]*?)^\`\`\``, 'm').exec(readme);
    writeFileSync(join(folder, name), program);
  }
  for (const [name, program] of Object.entries(others)) writeFileSync(join(folder, name), program);
  mkdirSync(join(folder, 'tour'));
  cpSync(join(root, 'examples', 'tour'), join(folder, 'tour'), { recursive: true });
}
