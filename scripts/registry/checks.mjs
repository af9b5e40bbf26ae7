import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { platformName } from '../build/platform.mjs';
import { publishedPlatforms } from '../package/publish.mjs';
import { run } from '../run/command.mjs';
import { npm } from '../run/npm.mjs';
import { managers, yarn } from './managers.mjs';
import { publishAll } from './publish.mjs';

const works = `
const { spawnSync } = require('rt-std/child_process');
const { stringify } = require('rt-std/querystring');
const native = require('rt-std/querystring/native');
console.log(JSON.stringify([spawnSync('echo', ['it works']).stdout.toString(), stringify({ a: 'é' }), native.parse('b=1').b]));
`;

// With Plug'n'Play, Yarn's own loader answers `require` and `import`, in children too.
const worksWithPreloads = {
  'program.mjs': `
    import { ChildProcess, fork } from 'node:child_process';
    import registered from 'rt:child_process';
    import { stringify } from 'rt-std/querystring';
    const isOverridden = ChildProcess === registered.ChildProcess;
    fork(new URL('child.cjs', import.meta.url)).once('message', (inChild) => {
      console.log(JSON.stringify([isOverridden, inChild, stringify({ a: 'é' })]));
    });
  `,
  'child.cjs': `
    const isOverridden = require('child_process').ChildProcess === require('rt:child_process').ChildProcess;
    process.send(isOverridden, () => process.disconnect());
  `,
};

const fails = (before = '') => `
${before}
try {
  require('rt-std/child_process').spawnSync('true');
  console.log('{}');
} catch ({ code, message }) {
  console.log(JSON.stringify({ code, message }));
}
`;

/**
 * What must hold for someone who installs the published packages, in order.
 *
 * @param {{ folder: string, env: Record<string, string> }} machine where no compiler is on PATH
 * @param {{ url: string, token: string }} registry
 * @param {string} modules the tools' `node_modules`
 * @returns {[title: string, check: () => Promise<void>][]}
 */
export function registryChecks(machine, registry, modules) {
  const platform = platformName();
  const addonPackage = `rt-std-${platform}`;
  const node = join(machine.folder, 'bin', 'node');
  // Without the addon, child_process may run by Node's own module: here the error is wanted.
  const env = { ...machine.env, npm_config_registry: registry.url, RT_STD_BACKEND: 'native' };
  let projects = 0;
  const project = () => {
    const folder = join(machine.folder, `project-${projects++}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{ "name": "project", "version": "1.0.0", "private": true }\n');
    return folder;
  };
  const evaluate = async (cwd, source) => {
    writeFileSync(join(cwd, 'program.cjs'), source);
    const { output } = await run('installed-program', node, ['program.cjs'], { cwd, env });
    return JSON.parse(output.trim().split('\n').at(-1));
  };
  const install = async (...options) => {
    const cwd = project();
    await npm('npm-install', ['install', 'rt-std', '--no-audit', '--no-fund', '--loglevel=error', ...options], {
      cwd,
      env,
    });
    return cwd;
  };
  const refused = async (cwd, pattern, before) => {
    const { code, message } = await evaluate(cwd, fails(before));
    assert.equal(code, 'ERR_DLOPEN_FAILED');
    assert.match(message, pattern);
  };
  const addon = (cwd) => join(cwd, 'node_modules', addonPackage, `rt-std.${platform}.node`);

  return [
    [
      'npm publish: the registry takes all packages',
      async () => {
        assert.equal(await publishAll(registry, join(machine.folder, 'published')), publishedPlatforms().length + 1);
      },
    ],
    ...Object.entries(managers({ url: registry.url, modules, env, node })).map(([name, installWith]) => [
      `${name}: an empty project gets the addon of its platform, no other, and both modules work`,
      async () => {
        const cwd = project();
        await installWith(cwd);
        assert.deepEqual(await evaluate(cwd, works), ['it works\n', 'a=%C3%A9', '1']);
        // yarn 1 knows no C libraries: it installs both addons, of which the right one is loaded.
        const both = ['gnu', 'musl'].map((library) => addonPackage.replace(/(gnu|musl)$/, library));
        assert.deepEqual(installedAddons(cwd), name === 'yarn 1' ? [...new Set(both)] : [addonPackage]);
      },
    ]),
    [
      "yarn 4 with Plug'n'Play: both modules and both preloads work, in a forked child too",
      async () => {
        const cwd = project();
        for (const [name, text] of Object.entries(worksWithPreloads)) writeFileSync(join(cwd, name), text);
        const settings = { nodeLinker: 'pnp', pnpEnableEsmLoader: true };
        const run = yarn({ url: registry.url, modules, env, node }, cwd, settings);
        await run('add', 'rt-std');
        const preloads = ['--require', 'rt-std/override', '--require', 'rt-std/register'];
        const { output } = await run('node', ...preloads, 'program.mjs');
        assert.deepEqual(JSON.parse(output.trim().split('\n').at(-1)), [true, true, 'a=%C3%A9']);
      },
    ],
    [
      'without optional dependencies, the error says what is missing and how to install it',
      async () => {
        const cwd = await install('--omit=optional');
        assert.ok(!existsSync(addon(cwd)));
        await refused(
          cwd,
          new RegExp(`for ${platform} is not installed: .*--omit=optional.*npm install ${addonPackage}$`),
        );
      },
    ],
    [
      'an addon that is damaged, one that was removed, and a platform that has none: the error says which',
      async () => {
        const cwd = await install();
        await refused(
          cwd,
          /^rt-std has no native addon for .*s390x/,
          "Object.defineProperty(process, 'arch', { value: 's390x' });",
        );
        writeFileSync(addon(cwd), 'damaged');
        const there = new RegExp(
          `${addonPackage} is there and cannot be loaded: .*remove its folder .*npm install ${addonPackage}$`,
          's',
        );
        await refused(cwd, there);
        rmSync(addon(cwd));
        await refused(cwd, there);
        // The remedy, to the letter: npm does not install over a package that is there.
        rmSync(dirname(addon(cwd)), { recursive: true });
        await refused(cwd, /is not installed/);
        await npm('npm-install', ['install', addonPackage, '--no-audit', '--no-fund', '--loglevel=error'], {
          cwd,
          env,
        });
        assert.deepEqual(await evaluate(cwd, works), ['it works\n', 'a=%C3%A9', '1']);
      },
    ],
  ];
}

/** The packages of platforms that lie beside the main package, where that really is. */
function installedAddons(cwd) {
  const main = realpathSync(dirname(createRequire(join(cwd, 'package.json')).resolve('rt-std/package.json')));
  return readdirSync(dirname(main)).filter((name) => name.startsWith('rt-std-'));
}
