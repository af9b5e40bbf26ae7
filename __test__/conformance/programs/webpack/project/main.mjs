import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import webpack from 'webpack';

const require = createRequire(import.meta.url);
const numbers = [...Array(40).keys()];
for (const number of numbers) writeFileSync(`src/part-${number}.js`, `export const value = ${number};\n`);
writeFileSync(
  'src/index.js',
  `${numbers.map((number) => `import * as part${number} from './part-${number}.js';`).join('\n')}
const parts = [${numbers.map((number) => `part${number}`)}];
module.exports = { sum: parts.reduce((sum, { value }) => sum + value, 0), pids: parts.map(({ madeBy }) => madeBy) };
`.replace('module.exports =', 'export default'),
);
writeFileSync('src/failing.js', '// give up\n');

function build(entry, filename) {
  const pool = { loader: 'thread-loader', options: { workers: 2, workerParallelJobs: 2, poolTimeout: 100 } };
  const loader = resolve('loader.cjs');
  const compiler = webpack({
    mode: 'production',
    entry,
    output: { path: resolve('out'), filename, library: { type: 'commonjs2' } },
    module: { rules: [{ test: /(part-\d+|failing)\.js$/, use: [pool, loader] }] },
    optimization: { minimize: false },
  });
  return new Promise((done, fail) => {
    compiler.run((error, stats) => compiler.close(() => (error ? fail(error) : done(stats.toJson()))));
  });
}

const { errors } = await build('./src/index.js', 'index.cjs');
const { sum, pids } = require('./out/index.cjs').default;
const failing = await build('./src/failing.js', 'failing.cjs');

console.log(
  JSON.stringify({
    errors: errors.length,
    sum,
    processes: new Set(pids).size,
    pool: !pids.includes(process.pid),
    // What stands before it differs from run to run, on plain Node too.
    failing: /the loader gives up/.exec(failing.errors[0].message)?.[0],
  }),
);
