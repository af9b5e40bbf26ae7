import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import test, { after } from 'node:test';
import * as esbuild from 'esbuild';

after(() => esbuild.stop());

test('transform', async () => {
  const { code } = await esbuild.transform('let x: number = 1 + 2', { loader: 'ts', minify: true });
  assert.equal(code, 'let x=3;\n');
});

test('many transforms at once', async () => {
  const sources = Array.from({ length: 200 }, (_, number) => `export const value: number = ${number}`);
  const results = await Promise.all(sources.map((source) => esbuild.transform(source, { loader: 'ts' })));
  assert.deepEqual(
    results.map(({ code }) => code),
    sources.map((_, number) => `export const value = ${number};\n`),
  );
});

test('a large transform', async () => {
  const source = `export default ${JSON.stringify('x'.repeat(3_000_000))};`;
  assert.ok((await esbuild.transform(source)).code.length > 3_000_000);
});

test('build with a plugin, which is asked by the service', async () => {
  const asked = [];
  const plugin = {
    name: 'virtual',
    setup(build) {
      build.onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: 'virtual' }));
      build.onLoad({ filter: /./, namespace: 'virtual' }, ({ path }) => {
        asked.push(path);
        return { contents: `export default ${JSON.stringify(path)}` };
      });
    },
  };
  writeFileSync('entry.js', `import a from 'virtual:a'; import b from 'virtual:b'; console.log(a + b);`);
  const options = { entryPoints: ['entry.js'], bundle: true, write: false, plugins: [plugin], metafile: true };
  const { outputFiles, metafile } = await esbuild.build(options);
  assert.match(outputFiles[0].text, /"virtual:a"/);
  assert.deepEqual(asked.sort(), ['virtual:a', 'virtual:b']);
  assert.equal(Object.keys(metafile.inputs).length, 3);
});

test('context: rebuild and serve', async () => {
  writeFileSync('page.js', 'export const page = 1;');
  const context = await esbuild.context({ entryPoints: ['page.js'], outdir: 'out', format: 'esm' });
  assert.deepEqual((await context.rebuild()).errors, []);
  const { port } = await context.serve({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`http://127.0.0.1:${port}/page.js`);
  assert.match(await answer.text(), /const page = 1/);
  await context.dispose();
});

test('errors', async () => {
  await assert.rejects(
    esbuild.transform('let = ;', { logLevel: 'silent' }),
    ({ errors }) => errors[0].location.line === 1,
  );
});

test('transformSync and buildSync', () => {
  assert.equal(esbuild.transformSync('a ?? b', { target: 'es2019' }).code, 'a != null ? a : b;\n');
  const { outputFiles } = esbuild.buildSync({ stdin: { contents: 'export let x = 1' }, write: false });
  assert.match(outputFiles[0].text, /let x = 1/);
});

test('stop, and a service again', async () => {
  await esbuild.stop();
  assert.equal((await esbuild.transform('1+1')).code, '1 + 1;\n');
});
