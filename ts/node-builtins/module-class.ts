import { IS_NODE } from '../errors/node-version';
import { ES_MODULE_LOADER } from './internal-modules';
import { isBuiltinLoaded } from './loaded';

type ModuleClass = typeof import('node:module');

/**
 * Node's class of CommonJS modules, which is what `require('module')` gives: that would load all
 * that there is for ES modules.
 */
export function moduleClass(): ModuleClass {
  // A bundler may have put this into a file that knows none of these.
  const own = IS_NODE && typeof __filename === 'string' ? require.cache?.[__filename] : undefined;
  return (own?.constructor as ModuleClass | undefined) ?? require('node:module');
}

/**
 * Lets ES modules that have imported a built-in module see what was changed in its exports. Where
 * no ES module was loaded, there is none.
 */
export function syncESModules(): void {
  if (isBuiltinLoaded(ES_MODULE_LOADER)) moduleClass().syncBuiltinESMExports();
}
