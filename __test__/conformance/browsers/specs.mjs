import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../../scripts/run/project.mjs';
import { oracle } from './oracle.mjs';

const browsers = join(root, '__test__', 'conformance', 'browsers');
const compiled = join(root, '__test__', '.build', 'querystring', 'support');
const require = createRequire(import.meta.url);

/** What stands in a browser for what the specs import. */
const standIns = {
  name: 'stand-ins',
  setup({ onResolve, onLoad }) {
    const replace = (filter, file) => onResolve({ filter }, () => ({ path: join(browsers, file) }));
    replace(/^ava$/, 'ava.ts');
    replace(/^node:util$/, 'util.ts');
    onResolve({ filter: /\/backends$/ }, () => ({ path: join(browsers, 'backends.ts') }));
    const generated = (filter, contents) => {
      const namespace = String(filter);
      onResolve({ filter }, ({ path }) => ({ path, namespace }));
      onLoad({ filter: /./, namespace }, () => ({ contents: contents() }));
    };
    generated(/\/support\/urls$/, () => `export const urls = ${JSON.stringify(read('urls').urls)};`);
    generated(/\/support\/documented-examples$/, documentedExamples);
  },
};

function documentedExamples() {
  const asFunction = (expression) => `(querystring) => (${expression})`;
  const examples = read('documented-examples')
    .documentedLines()
    .map(
      ({ expression, result }) =>
        `{ text: ${JSON.stringify(expression)}, actual: ${asFunction(expression)}, expected: ${asFunction(result)} }`,
    );
  return `export const documentedExamples = () => [${examples.join()}];`;
}

function read(name) {
  return require(join(compiled, `${name}.js`));
}

/**
 * Writes one ES module of the spec files. It imports `rt-std/querystring` and
 * `rt-std/backend`, and nothing else.
 *
 * @param {string} outfile
 * @param {{ seed: number, count: number }} random where the fuzzers begin, and how many calls each
 *   makes
 */
export async function bundleSpecs(outfile, { seed, count }) {
  await build({
    entryPoints: [join(browsers, 'specs.ts')],
    outfile,
    bundle: true,
    charset: 'utf8',
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    external: ['rt-std/querystring', 'rt-std/backend'],
    define: {
      'process.env.RT_FUZZ_COUNT': JSON.stringify(String(count)),
      'process.env.RT_FUZZ_SEED': JSON.stringify(String(seed)),
    },
    // A comparison with Node's answers shows the names of classes, which a bundler would shorten.
    keepNames: true,
    inject: [join(browsers, 'buffer.ts')],
    plugins: [oracle, standIns],
    logLevel: 'warning',
  });
}

/**
 * The results of the calls with Node's own module.
 *
 * @param {number} seed
 * @param {number} count
 * @returns {string[]}
 */
export function answersOfNode(seed, count) {
  return [...read('answer-lines').answerLines(require('node:querystring'), seed, count)];
}
