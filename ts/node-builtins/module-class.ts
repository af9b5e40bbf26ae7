import { IS_NODE } from '../node-version';
import { isMainRealm } from '../realm/main-realm';
import { getBuiltinModule } from './built-in';
import { ES_MODULE_LOADER } from './internal-modules';
import { isBuiltinLoaded } from './loaded';

type ModuleClass = typeof import('node:module');

/**
 * Node's class of CommonJS modules, which is what `require('module')` gives: that would load all
 * that there is for ES modules.
 */
export function moduleClass(): ModuleClass {
  // A bundler may have put this into a file that knows none of these; and a test runner, which
  // loads it in another realm, has modules of its own.
  const isNodes = IS_NODE && isMainRealm && typeof __filename === 'string';
  const own = isNodes ? require.cache?.[__filename] : undefined;
  return (own?.constructor ?? getBuiltinModule?.('module') ?? require('node:module')) as ModuleClass;
}

/**
 * Lets ES modules that have imported a built-in module see what was changed in its exports. Where
 * no ES module was loaded, there is none.
 */
export function syncESModules(): void {
  if (isBuiltinLoaded(ES_MODULE_LOADER)) moduleClass().syncBuiltinESMExports();
}
