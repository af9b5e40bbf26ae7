import { join } from 'node:path';

/**
 * Each bundler: what runs it in the project's folder, the files that `docs/bundlers.md` shows, and
 * what it makes.
 *
 * @type {Record<string, { commands: (tool: (path: string) => string) => [program: string, ...string[]][], shown: string[], bundles: Record<string, string> }>}
 */
export const bundlers = {
  esbuild: {
    commands: () => [
      [process.execPath, 'esbuild-cjs.mjs'],
      [process.execPath, 'esbuild-esm.mjs'],
    ],
    shown: ['esbuild-cjs.mjs', 'esbuild-esm.mjs'],
    bundles: { 'esbuild, CommonJS': 'esbuild-cjs/server.cjs', 'esbuild, ES module': 'esbuild-esm/server.mjs' },
  },
  webpack: {
    commands: () => [[process.execPath, 'run-webpack.mjs']],
    shown: ['webpack.config.mjs'],
    bundles: { 'webpack, CommonJS': 'webpack-cjs/server.cjs', 'webpack, ES module': 'webpack-esm/server.mjs' },
  },
  Rollup: {
    // A warning is no success.
    commands: (tool) => [[process.execPath, tool('rollup/dist/bin/rollup'), '--config', '--failAfterWarnings']],
    shown: ['rollup.config.mjs'],
    bundles: { 'Rollup, CommonJS': 'rollup-cjs/server.cjs', 'Rollup, ES module': 'rollup-esm/server.mjs' },
  },
  Vite: {
    commands: (tool) => [[process.execPath, tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn']],
    shown: ['vite.config.mjs'],
    bundles: { 'Vite SSR': 'vite/server.mjs' },
  },
  ncc: {
    commands: () => [['sh', '-e', 'ncc.sh']],
    shown: ['ncc.sh'],
    bundles: { ncc: 'ncc/index.mjs' },
  },
  Bun: {
    commands: () => [['sh', '-e', 'bun.sh']],
    shown: ['bun.sh'],
    // It finds the packages in the project from elsewhere, too: `other-checks.mjs` takes them away.
    bundles: {},
  },
};

/** Where a bundler's own files are, in a project. */
export const toolIn = (project) => (path) => join(project, 'node_modules', path);
