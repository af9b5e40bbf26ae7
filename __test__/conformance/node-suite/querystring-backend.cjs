// Loaded after the override: puts the functions of one backend of `rt-std/querystring` where the
// override has put those of its own choice.
'use strict';

const querystring = require('node:querystring');
const { syncBuiltinESMExports } = require('node:module');
const { join } = require('node:path');

const compiled = join(__dirname, '../../../build');
const { createQuerystring } = require(join(compiled, 'querystring/create'));
const { nodePlatform } = require(join(compiled, 'querystring/node-platform'));
const { workspaceOf } = require(join(compiled, 'querystring/workspace'));

/** Each gets its backend; none for the codec in TypeScript. */
const loaders = {
  native: () => require(join(compiled, 'binding/querystring-native')).loadNative(),
  wasm: () => require(join(compiled, 'binding/wasm')).loadWasm(),
  typescript: () => undefined,
};

const backend = loaders[process.env.RT_STD_NODE_SUITE_QUERYSTRING]();
createQuerystring(
  workspaceOf(() => backend, nodePlatform),
  nodePlatform,
  querystring,
);
syncBuiltinESMExports();
