import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ES_MODULE_LOADER } from '../node-builtins/module-class';
import { onBuiltinLoad } from '../node-builtins/on-load';

type Register = typeof import('node:module')['register'];

/**
 * Makes the specifiers known to `import`, where Node runs the hooks for it on a thread of their own. That takes about as long to start as Node itself, and so it is started when Node
 * loads what it needs for the first ES module: a CommonJS program does without, if the preload itself was loaded by `--require`.
 */
export function registerForImport(): void {
  onBuiltinLoad(ES_MODULE_LOADER, startHooks);
}

function startHooks(): void {
  const { register } = require('node:module') as { register?: Register };
  // It was `require('module')` that loads the loader, and is not complete yet.
  if (register === undefined) onBuiltinLoad('module', startHooks);
  else register(pathToFileURL(join(__dirname, 'import-hooks.mjs')));
}
