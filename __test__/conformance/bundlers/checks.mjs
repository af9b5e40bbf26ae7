import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { run } from '../../../scripts/run/command.mjs';
import { toolEnvironment } from '../../../scripts/run/environment.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { ask } from './ask.mjs';
import { bundlers, toolIn } from './bundles.mjs';
import { sources } from './project.mjs';

/** What is in use with the addon. */
export const native = { child_process: 'native', querystring: 'native' };
/** The same without it. */
export const replaced = { child_process: 'node', querystring: 'wasm' };

/**
 * What must hold for a program that is bundled with `rt-std`.
 *
 * @param {{ folder: string, project: string, platform: string }} made by `makeProject()`
 * @param {string} bun what runs Bun
 * @returns {import('../../../scripts/test/checks.mjs').Check[]}
 */
export function bundlerChecks({ folder, project, platform }, bun) {
  const addon = `rt-std.${platform}.node`;
  return [
    ['without a bundler, the server answers', () => answers(join(project, 'server.mjs'), native)],
    ...Object.entries(bundlers).flatMap(([name, bundler]) => [
      [`${name}: bundles the server without a warning`, () => build(name, bundler, project, bun)],
      [`${name}: docs/bundlers.md shows what was used`, () => isShown(bundler.shown)],
      ...Object.entries(bundler.bundles).flatMap(([title, output]) => bundleChecks(title, output)),
    ]),
  ];

  function bundleChecks(title, output) {
    const file = join(project, 'out', output);
    const away = (name) => copied(dirname(file), join(folder, name, dirname(output)), basename(file));
    return [
      [`${title}: beside node_modules`, () => answers(file, native)],
      [
        `${title}: with its files in an empty folder`,
        async () => {
          const copy = away('with');
          assert.ok(existsSync(join(dirname(copy), addon)));
          await answers(copy, native);
        },
      ],
      [
        `${title}: without the addon's file, beside node_modules`,
        async () => {
          rmSync(join(dirname(file), addon));
          await answers(file, native);
        },
      ],
      [
        `${title}: without the addon's file in an empty folder, a warning says which file is missing, and where`,
        async () => {
          const copy = away('without');
          const { errors } = await answers(copy, replaced);
          assert.match(errors, /BackendWarning: .*is a bundle with rt-std in it/);
          assert.ok(
            errors.includes(`Copy ${addon}, from the package rt-std-${platform}, into the folder ${dirname(copy)}`),
          );
          const { answer } = await ask(copy, { RT_STD_BACKEND: 'native' });
          assert.match(answer.error, /is a bundle with rt-std in it/);
        },
      ],
    ];
  }
}

/** Copies a folder to where nothing can be resolved, and returns a file of it there. */
function copied(from, to, name) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
  const file = join(to, name);
  assert.throws(() => createRequire(file).resolve('rt-std'), { code: 'MODULE_NOT_FOUND' });
  return file;
}

async function build(name, { commands }, project, bun) {
  const env = toolEnvironment({ first: [join(project, 'node_modules', '.bin'), dirname(bun)] });
  let output = '';
  for (const [program, ...args] of commands(toolIn(project))) {
    output += (await run(`bundle-${name}`, program, args, { cwd: project, env })).output;
  }
  assert.doesNotMatch(output, /warning/i);
}

/** Asserts on all that the server answers. */
export async function answers(file, backends) {
  const { answer, errors } = await ask(file);
  const { backend, ...results } = answer;
  const parsed = { text: 'é x', a: ['1', '2'] };
  assert.deepEqual(results, {
    parsed,
    wasm: parsed,
    stringified: 'text=%C3%A9%20x&a=1&a=2',
    spawned: 'é x',
    executed: '/bin/sh 42\n',
    synchronous: 'at once\n',
    forked: { message: { parsed, backend: backends.child_process }, status: 0 },
  });
  const { reason, ...used } = backend;
  assert.deepEqual(used, backends, reason);
  if (backends === native) assert.equal(errors, '');
  return { errors };
}

function isShown(names) {
  const page = readFileSync(join(root, 'docs', 'bundlers.md'), 'utf8');
  const blocks = [...page.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, text]) => text);
  assert.ok(readdirSync(sources).length > 0);
  for (const name of names) {
    assert.ok(blocks.includes(readFileSync(join(sources, name), 'utf8')), `${name} is not in docs/bundlers.md`);
  }
}
