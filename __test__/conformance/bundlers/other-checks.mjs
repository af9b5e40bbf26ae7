import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anyStatus, run } from '../../../scripts/run/command.mjs';
import { toolEnvironment } from '../../../scripts/run/environment.mjs';
import { importFrom } from '../../../scripts/run/import-from.mjs';
import { answers, native, replaced } from './checks.mjs';

/**
 * What must hold besides: for a package that is left out of a bundle, for what copies a program
 * with the files that it needs, and for what cannot be bundled.
 *
 * @param {{ folder: string, project: string, platform: string }} made by `makeProject()`
 * @param {string} bun what runs Bun
 * @returns {import('../../../scripts/test/checks.mjs').Check[]}
 */
export function otherChecks({ folder, project, platform }, bun) {
  const addon = `rt-std.${platform}.node`;
  /** Does something while the packages are not where they were when they were bundled. */
  const withoutModules = async (act) => {
    const modules = join(project, 'node_modules');
    renameSync(modules, join(folder, 'no-modules'));
    try {
      await act();
    } finally {
      renameSync(join(folder, 'no-modules'), modules);
    }
  };
  const load = (name) => importFrom(project, name);
  return [
    [
      'esbuild, with rt-std left out: beside node_modules',
      async () => {
        const esbuild = (await load('esbuild')).default;
        const outfile = join(project, 'out', 'external', 'server.mjs');
        await esbuild.build({
          ...{ absWorkingDir: project, entryPoints: ['server.mjs'], outfile },
          ...{ bundle: true, platform: 'node', format: 'esm', external: ['rt-std'] },
        });
        await answers(outfile, native);
      },
    ],
    [
      'an ES module that another program imports, with __dirname defined in its banner',
      async () => {
        const esbuild = (await load('esbuild')).default;
        const outfile = join(folder, 'imported', 'bundle', 'server.mjs');
        const js = `${banner} const __dirname = import.meta.dirname ?? requireOf('node:path').dirname(new URL(import.meta.url).pathname);`;
        await esbuild.build({
          ...{ absWorkingDir: project, entryPoints: ['server.mjs'], outfile, banner: { js } },
          ...{ bundle: true, platform: 'node', format: 'esm' },
        });
        const program = join(folder, 'imported', 'program.mjs');
        writeFileSync(program, "import './bundle/server.mjs';\n");
        // Where it would count as beside the program, it is not looked for.
        cpSync(join(project, 'node_modules', `rt-std-${platform}`, addon), join(dirname(program), addon));
        await answers(program, replaced);
        renameSync(join(dirname(program), addon), join(dirname(outfile), addon));
        await answers(program, native);
      },
    ],
    [
      'Bun: a bundle takes the addon from its own folder, or says that it is missing there',
      async () => {
        const away = join(folder, 'bun');
        cpSync(join(project, 'out', 'bun'), away, { recursive: true });
        await withoutModules(async () => {
          await answers(join(away, 'server.mjs'), native);
          rmSync(join(away, addon));
          const { errors } = await answers(join(away, 'server.mjs'), replaced);
          assert.ok(errors.includes(`into the folder ${away}`), errors);
        });
      },
    ],
    [
      'Bun: so does a program that is one file with it',
      async () => {
        const contents = "console.log(String(require('rt-std/child_process').spawnSync('echo', ['it works']).stdout));";
        writeFileSync(join(project, 'program.cjs'), contents);
        const away = join(folder, 'compiled');
        const program = join(away, 'program');
        await run('bun-compile', bun, ['build', '--compile', 'program.cjs', `--outfile=${program}`], { cwd: project });
        const start = () => run('bun-compiled', program, [], { cwd: folder, accept: anyStatus });
        await withoutModules(async () => {
          const missing = await start();
          assert.ok(missing.output.includes(`into the folder ${away}`), missing.output);
        });
        cpSync(join(project, 'node_modules', `rt-std-${platform}`, addon), join(away, addon));
        await withoutModules(async () => assert.equal((await start()).output.trim(), 'it works'));
      },
    ],
    [
      '@vercel/nft: the files that it names are enough, with the addon among them',
      async () => {
        const { nodeFileTrace } = (await load('@vercel/nft')).default;
        const { fileList } = await nodeFileTrace([join(project, 'server.mjs')], { base: project, processCwd: project });
        const copy = join(folder, 'traced');
        for (const file of fileList) {
          mkdirSync(dirname(join(copy, file)), { recursive: true });
          cpSync(join(project, file), join(copy, file));
        }
        assert.deepEqual(readdirSync(copy).sort(), ['node_modules', 'server.mjs']);
        await answers(join(copy, 'server.mjs'), native);
      },
    ],
    ...['override', 'register'].flatMap((name) =>
      ['cjs', 'esm'].flatMap((format) =>
        ['require', 'import'].map((kind) => [
          `rt-std/${name} in a bundle (${kind}, ${format}) is refused with what to do`,
          async () => {
            const esbuild = (await load('esbuild')).default;
            const outfile = join(project, 'out', `${name}-${kind}`, `program.${format === 'cjs' ? 'cjs' : 'mjs'}`);
            const contents = kind === 'import' ? `import 'rt-std/${name}';` : `require('rt-std/${name}');`;
            await esbuild.build({
              ...{ stdin: { contents: `${contents} console.log('loaded');`, resolveDir: project }, outfile, format },
              ...{ bundle: true, platform: 'node', logLevel: 'error', banner: { js: format === 'esm' ? banner : '' } },
            });
            const { output, status } = await run('refused', process.execPath, [outfile], {
              env: toolEnvironment(),
              accept: anyStatus,
            });
            assert.equal(status, 1, output);
            assert.match(output, new RegExp(`Error: rt-std/${name} cannot be part of a bundle.*leave it out`));
            assert.doesNotMatch(output, /^loaded/m);
          },
        ]),
      ),
    ),
  ];
}

const banner = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";
