// Runs the querystring specs of the packed package in runtimes at the edge: `npm run test:edge`.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEverything } from '../../../scripts/build/everything.mjs';
import { buildSpecs } from '../../../scripts/build/typescript.mjs';
import { main } from '../../../scripts/run/failure.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { runtime, runtimeCommand } from '../../../scripts/runtimes/runtime.mjs';
import { cachedPackages } from '../../../scripts/steps/cached-packages.mjs';
import { runChecks } from '../../../scripts/test/checks.mjs';
import { conclude } from '../../../scripts/test/totals.mjs';
import { bundleEdge, bundleWorker } from './bundle.mjs';
import { checkOf } from './check.mjs';
import { makeProject } from './project.mjs';

/** What miniflare needs. */
const nodeOfTools = 'node@24';

/** Of compatibility: what a worker may use of the platform depends on it. */
const dates = ['2024-01-01', '2025-06-01', '2026-01-01', '2026-07-30'];

const random = {
  seed: Number(process.env.RT_FUZZ_SEED ?? Date.now() % 1_000_000_000),
  count: Number(process.env.RT_FUZZ_COUNT ?? 1_000),
};

await main(async () => {
  const { values } = parseArgs({ options: { 'no-build': { type: 'boolean' } } });
  if (!values['no-build']) await buildEverything();
  await buildSpecs();
  const folder = await makeProject(random);
  const tools = createRequire(
    join(await cachedPackages('edge', '__test__/conformance/edge/tools', 'edge'), 'package.json'),
  );
  return conclude(await runChecks(checks(folder, tools, await runtime(nodeOfTools))));
});

async function* checks(folder, tools, node) {
  const program = (name) => join(root, '__test__', 'conformance', 'edge', `${name}.mjs`);
  // Long texts take minutes to describe in some engines; browsers and Node run them.
  const order = JSON.stringify({ wrong: false, leftOut: ['long.spec.ts'], ...random });
  const worker = await bundleWorker(folder);
  for (const date of dates) {
    const command = [node, program('workerd'), worker, tools.resolve('miniflare'), date, order];
    yield checkOf(`workerd, compatibility date ${date}`, command, 'wasm', random);
  }
  const codec = join(folder, 'node_modules', 'rt-std', 'dist', 'querystring', 'codec.wasm');
  for (const [conditions, name, more] of [
    [['edge-light', 'browser'], 'wasm', [codec]],
    [['browser'], 'wasm', []],
  ]) {
    const script = await bundleEdge(folder, conditions);
    const command = [node, program('edge-runtime'), script, tools.resolve('edge-runtime'), order, ...more];
    yield checkOf(`edge-runtime, condition ${conditions[0]}`, command, name, random);
  }
  // Bun takes minutes for these specs; `npm run test:matrix` runs those that Bun can pass.
  const deno = [...(await runtimeCommand('deno')), join(folder, 'module.mjs'), order];
  yield checkOf('deno', deno, 'wasm', random, folder);
  yield checkOf('deno without WebAssembly', [...deno, 'without-wasm'], 'typescript', random, folder);
}
