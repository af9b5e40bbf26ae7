import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformName } from '../build/platform.mjs';
import { run } from '../run/command.mjs';
import { npm } from '../run/npm.mjs';
import { root } from '../run/project.mjs';

const compilers = ['cc', 'gcc', 'clang', 'ld', 'make', 'python3', 'cargo', 'rustc', 'wasm-pack', 'tsc', 'git'];

/**
 * What must hold for someone who only installs the packages, in order: each check builds on those
 * before.
 *
 * @param {{ folder: string, env: Record<string, string>, find: (program: string) => string | undefined }}
 *   machine
 * @param {{ main: string, platform: string }} tarballs
 * @returns {[title: string, check: () => Promise<void> | void][]}
 */
export function installationChecks({ folder, env, find }, tarballs) {
  const project = join(folder, 'project');
  const platform = platformName();
  const platformPackage = `rt-std-${platform}`;

  const evaluate = async (name, source) => {
    writeFileSync(join(project, name), source);
    const { output } = await run(`install-${name}`, join(folder, 'bin', 'node'), [name], { cwd: project, env });
    return JSON.parse(output.trim().split('\n').at(-1));
  };

  return [
    [
      'no compiler is in reach',
      () => {
        assert.deepEqual(compilers.filter(find), []);
        for (const program of ['node', 'sh', 'gzip']) assert.ok(find(program), `${program} is missing`);
      },
    ],
    [
      'both tarballs install into an empty folder, without network',
      async () => {
        mkdirSync(project);
        writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
        const args = ['install', '--offline', '--no-audit', '--no-fund', tarballs.main, tarballs.platform];
        await npm('install-tarballs', args, { cwd: project, env });
      },
    ],
    [
      'nothing else is installed',
      () => {
        const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
        assert.deepEqual(installed.sort(), ['rt-std', platformPackage].sort());
      },
    ],
    [
      'each package has the licences and a bill of materials of what is linked into it',
      () => {
        for (const [name, crates] of [
          ['rt-std', ['memchr', 'wasm-bindgen']],
          [platformPackage, ['napi', 'rustix', 'memchr']],
        ]) {
          const path = join(project, 'node_modules', name);
          const licenses = readFileSync(join(path, 'THIRD-PARTY-LICENSES.md'), 'utf8');
          const bill = JSON.parse(readFileSync(join(path, 'sbom.cdx.json'), 'utf8'));
          assert.equal(bill.bomFormat, 'CycloneDX');
          assert.ok(!JSON.stringify(bill).includes(root), 'the bill of materials names the folder of the build');
          const foreign = bill.components.map((part) => part.name).filter((part) => !part.startsWith('rt-'));
          const rows = [...licenses.matchAll(/^\| ([\w-]+) \| \d/gm)].map(([, crate]) => crate);
          assert.deepEqual(foreign.sort(), rows.sort());
          assert.deepEqual(
            crates.filter((crate) => !rows.includes(crate)),
            [],
          );
          // Tools of the build are not in the binary.
          assert.ok(!rows.includes('syn'));
          assert.match(licenses, /Permission is hereby granted/);
        }
      },
    ],
    [
      'the tour runs',
      async () => {
        cpSync(join(root, 'examples', 'tour'), join(project, 'tour'), { recursive: true });
        await run('install-tour', join(folder, 'bin', 'node'), [join('tour', 'index.mjs')], {
          cwd: project,
          env,
          limit: 180_000,
        });
      },
    ],
    [
      'the declarations compile in a strict project that checks them, as CommonJS and as an ES module, with rt: specifiers',
      async () => {
        const source = `import * as both from 'rt-std';
import childProcess, { type ChildProcess, spawn } from 'rt-std/child_process';
import querystring, { parse } from 'rt-std/querystring';
import { spawnSync } from 'rt:child_process';
import { stringify } from 'rt:querystring';
export const specifiers: [string, Buffer | string] = [stringify({ a: 1 }), spawnSync('true').stdout];
export const child: ChildProcess = spawn('true');
export const values: unknown[] = [both, childProcess, querystring, parse('a=b')];
`;
        for (const name of ['consumer.cts', 'consumer.mts']) writeFileSync(join(project, name), source);
        const modules = join(root, 'node_modules');
        symlinkSync(join(modules, '@types'), join(project, 'node_modules', '@types'));
        const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'node20', '--target', 'es2022'];
        const types = ['--esModuleInterop', '--types', 'node,rt-std/types'];
        const files = ['consumer.cts', 'consumer.mts'];
        await run(
          'install-types',
          process.execPath,
          [join(modules, 'typescript', 'bin', 'tsc'), ...options, ...types, ...files],
          {
            cwd: project,
            env,
          },
        );
      },
    ],
    [
      'without the addon rt-std/querystring works, from CommonJS and from an ES module',
      async () => {
        rmSync(join(project, 'node_modules', platformPackage), { recursive: true });
        const result = "[qs.stringify({ a: ['b c', 'é'] }), qs.parse('x=%C3%A9&x=2').x]";
        const wanted = ['a=b%20c&a=%C3%A9', ['é', '2']];
        const print = `console.log(JSON.stringify(${result}));`;
        assert.deepEqual(
          await evaluate('querystring.cjs', `const qs = require('rt-std/querystring'); ${print}`),
          wanted,
        );
        assert.deepEqual(await evaluate('querystring.mjs', `import qs from 'rt-std/querystring'; ${print}`), wanted);
      },
    ],
    [
      'with RT_STD_BACKEND=native and no addon, rt-std/child_process throws one error: platform, package to install, cause',
      async () => {
        const thrown = await evaluate(
          'child-process.cjs',
          `process.env.RT_STD_BACKEND = 'native';
          try {
            require('rt-std/child_process').spawn('true');
            console.log('null');
          } catch ({ name, code, message, cause }) {
            console.log(JSON.stringify({ name, code, message, cause: cause && { code: cause.code, message: cause.message } }));
          }`,
        );
        assert.ok(thrown, 'nothing was thrown');
        assert.equal(thrown.code, 'ERR_DLOPEN_FAILED');
        assert.ok(thrown.message.includes(platform), thrown.message);
        assert.ok(thrown.message.includes(platformPackage), thrown.message);
        assert.equal(thrown.cause?.code, 'MODULE_NOT_FOUND');
      },
    ],
    [
      "without the addon Node's module starts the processes of rt-std/child_process, with one warning",
      async () => {
        const used = await evaluate(
          'child-process-by-node.cjs',
          `const warnings = [];
          process.on('warning', ({ name, message }) => warnings.push(name + ': ' + message));
          const { execFileSync, spawn } = require('rt-std/child_process');
          const { backend } = require('rt-std/backend');
          const text = String(execFileSync(process.execPath, ['-p', '1 + 1'])).trim();
          spawn(process.execPath, ['-e', '']).on('close', (code) => {
            console.log(JSON.stringify({ backend: backend.child_process, text, code, warnings }));
          });`,
        );
        assert.deepEqual([used.backend, used.text, used.code, used.warnings.length], ['node', '2', 0, 1]);
        assert.ok(used.warnings[0].includes(platformPackage), used.warnings[0]);
      },
    ],
  ];
}
