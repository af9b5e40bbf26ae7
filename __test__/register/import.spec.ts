import { ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';

const FILES = {
  // The thread of hooks is Node's only reason to load this module in a program without workers.
  'without-thread.mjs': `
    import assert from 'node:assert';
    import childProcess from 'rt:child_process';
    assert.strictEqual((await import('rt:child_process')).default, childProcess);
    assert.ok(import.meta.resolve('rt:querystring').endsWith('/querystring/index.mjs'));
    assert.ok(!process.moduleLoadList.includes('NativeModule internal/modules/esm/hooks') || Number.parseInt(process.versions.node) > 22);
    await assert.rejects(import('rt:nothing'), { code: 'ERR_UNKNOWN_BUILTIN_MODULE', message: /rt:nothing/ });
    await assert.rejects(import('other:nothing'), { code: 'ERR_UNSUPPORTED_ESM_URL_SCHEME' });
    console.log('all as expected');
  `,
  'urls.mjs': `
    import assert from 'node:assert';
    for (const text of ['rt:child_process', 'rt:nothing', 'https://example.org/a?b#c', 'rt:']) {
      const url = new URL(text);
      assert.deepStrictEqual([url.href, url.protocol], [text, text.slice(0, text.indexOf(':') + 1)]);
      assert.strictEqual(URL.canParse(text), true);
    }
    assert.strictEqual(new URL('b', 'rt://a/').href, 'rt://a/b');
    assert.throws(() => new URL('rt'), { code: 'ERR_INVALID_URL', input: 'rt' });
    assert.throws(() => new URL('b', 'c'), { code: 'ERR_INVALID_URL', input: 'b', base: 'c' });
    Error.prepareStackTrace = () => 'of the program';
    Error.stackTraceLimit = 0;
    await import('rt:querystring');
    assert.strictEqual(Error.stackTraceLimit, 0);
    assert.strictEqual(new Error('').stack, 'of the program');
    console.log('all as expected');
  `,
  'hooks.mjs': `
    export function resolve(specifier, context, nextResolve) {
      return nextResolve(specifier === 'alias' ? 'rt:child_process' : specifier, context);
    }
  `,
  'own-hooks.mjs': `
    import assert from 'node:assert';
    import { register, createRequire } from 'node:module';
    register('./hooks.mjs', import.meta.url);
    const childProcess = createRequire(import.meta.url)('rt:child_process');
    assert.strictEqual((await import('rt:child_process')).default, childProcess);
    assert.strictEqual((await import('alias')).default, childProcess);
    register('./hooks.mjs', import.meta.url);
    assert.ok((await import('rt:querystring')).parse);
    console.log('all as expected');
  `,
  'own-hooks.cjs': `
    const { register } = require('node:module');
    register('./hooks.mjs', require('node:url').pathToFileURL(__filename));
    import('alias').then(({ default: childProcess }) => {
      console.log(childProcess === require('rt:child_process') ? 'all as expected' : 'another');
    });
  `,
};

for (const program of ['without-thread.mjs', 'urls.mjs', 'own-hooks.mjs', 'own-hooks.cjs']) {
  testOnNode(`import with register: ${program}`, (t) => {
    const folder = new ProgramFolder(FILES);
    for (const { way, outcome } of folder.inEveryWay('rt-std/register', program)) {
      const warnings = outcome.stderr.replace(/\(node.*\n(.*`node --trace.*\n)?/g, '');
      t.deepEqual([outcome.stdout, warnings, outcome.status], ['all as expected\n', '', 0], way);
    }
    folder.remove();
  });
}

testOnNode('beside hooks of --experimental-loader the specifiers are real, and Node warns of nothing else', (t) => {
  const folder = new ProgramFolder({
    ...FILES,
    'with-worker.mjs': `
      import { parse } from 'rt:querystring';
      import { isMainThread, Worker } from 'node:worker_threads';
      console.log(isMainThread ? 'the program' : 'its worker', parse('a=1').a);
      if (isMainThread) new Worker(new URL(import.meta.url));
    `,
  });
  const loader = ['--experimental-loader', './hooks.mjs'];
  const { stderr } = folder.node([...loader, '--eval', '0']);
  // Each thread of the program says the same.
  const warnings = (text: string): Set<string> => new Set(text.match(/(?<=^\(node:\d+\) ).*/gm));
  for (const way of ['--require', '--import']) {
    const outcome = folder.node([...loader, way, 'rt-std/register', 'with-worker.mjs']);
    t.is(outcome.stdout, 'the program 1\nits worker 1\n', way);
    t.deepEqual(warnings(outcome.stderr), warnings(stderr), way);
  }
  folder.remove();
});
