import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { npm } from '../run/npm.mjs';

/**
 * What installs packages: each installs `rt-std` into an empty project.
 *
 * @param {{ url: string, modules: string, env: Record<string, string>, node: string }} options
 * @returns {Record<string, (project: string) => Promise<void>>}
 */
export function managers({ url, modules, env, node }) {
  const command = (step, program, args, cwd) => run(step, node, [join(modules, program), ...args], { cwd, env });
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return {
    'npm install, then npm ci': async (cwd) => {
      await npm('npm-install', ['install', 'rt-std', ...quiet], { cwd, env });
      await npm('npm-ci', ['ci', ...quiet], { cwd, env });
    },
    pnpm: (cwd) => command('pnpm', 'pnpm/bin/pnpm.cjs', ['add', 'rt-std', '--registry', url], cwd),
    'yarn 1': (cwd) =>
      command('yarn-1', 'yarn/bin/yarn.js', ['add', 'rt-std', '--no-progress', '--registry', url], cwd),
    'yarn 4': (cwd) => yarn({ url, modules, env, node }, cwd, { nodeLinker: 'node-modules' })('add', 'rt-std'),
  };
}

/**
 * Yarn 4 in a project.
 *
 * @param {Parameters<typeof managers>[0]} options
 * @param {string} cwd the project
 * @param {Record<string, unknown>} settings of `.yarnrc.yml`
 * @returns {(...args: string[]) => ReturnType<typeof run>} runs it with these arguments
 */
export function yarn({ url, modules, env, node }, cwd, settings) {
  const everywhere = { enableTelemetry: false, npmMinimalAgeGate: 0, enableGlobalCache: false };
  const registry = { npmRegistryServer: url, unsafeHttpWhitelist: ['127.0.0.1'] };
  writeFileSync(join(cwd, '.yarnrc.yml'), JSON.stringify({ ...registry, ...everywhere, ...settings }));
  const program = join(modules, '@yarnpkg', 'cli-dist', 'bin', 'yarn.js');
  return (...args) => run('yarn-4', node, [program, ...args], { cwd, env });
}
