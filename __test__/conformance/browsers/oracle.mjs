import { join } from 'node:path';
import { Failure } from '../../../scripts/run/failure.mjs';
import { root } from '../../../scripts/run/project.mjs';

const namespace = 'source-of-node';
const contents = {
  // Node's way to keep JavaScript's own functions for itself: a script that fills an object.
  // It asks for classes that workerd has only from some compatibility date on, and uses none.
  primordials: () => `
    const missing = ['WeakRef', 'FinalizationRegistry'].filter((name) => !(name in globalThis));
    for (const name of missing) globalThis[name] = class {};
    (function (primordials) { ${source('internal/per_context/primordials')} })(module.exports);
    for (const name of missing) delete globalThis[name];
  `,
  querystring: () => `const primordials = require('primordials'); ${source('querystring')}`,
  'internal/querystring': () => `const primordials = require('primordials'); ${source('internal/querystring')}`,
  'internal/errors': () => `
    function ERR_INVALID_URI() {
      return Object.assign(new URIError('URI malformed'), { code: 'ERR_INVALID_URI' });
    }
    module.exports = { codes: { ERR_INVALID_URI } };
  `,
};

function source(name) {
  // The only way to the text of a module that is part of the executable.
  const text = process.binding('natives')[name];
  if (text === undefined) throw new Failure(`Node ${process.versions.node} has no source of '${name}'`);
  return text;
}

/**
 * Makes `node:querystring` the source of the running Node's own module, so that it can be the
 * oracle in a browser too. What it asks of Node's Buffer is answered by
 * `__test__/conformance/browsers/buffer.ts`.
 *
 * @type {import('esbuild').Plugin}
 */
export const oracle = {
  name: 'oracle',
  setup(build) {
    build.onResolve({ filter: /^node:querystring$/ }, () => ({ path: 'querystring', namespace }));
    build.onResolve({ filter: /./, namespace }, ({ path }) =>
      path === 'buffer'
        ? { path: join(root, '__test__', 'conformance', 'browsers', 'buffer.ts') }
        : { path, namespace },
    );
    build.onLoad({ filter: /./, namespace }, ({ path }) => ({ contents: `'use strict'; ${contents[path]()}` }));
  },
};
