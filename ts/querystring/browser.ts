import type { Backend, QuerystringChoice } from '../binding/querystring-codec';
import { browserPlatform } from './browser-platform';
import { createQuerystring } from './create';
import type { Querystring } from './types';
import { workspaceOf } from './workspace';

/** `rt-std/querystring` for a runtime without Node's modules, and which codec it has. */
interface BrowserQuerystring {
  readonly querystring: Querystring;
  readonly codec: QuerystringChoice;
}

/**
 * Makes the module for a runtime without Node's modules. Where WebAssembly is missing or refused,
 * as by a Content-Security-Policy, the codec is the one in TypeScript.
 *
 * @param load - gets the codec in WebAssembly
 */
export function createBrowserQuerystring(load: () => Backend): BrowserQuerystring {
  let backend: Backend | undefined;
  let codec: QuerystringChoice = { name: 'wasm', reason: 'WebAssembly runs here' };
  try {
    backend = load();
  } catch (error) {
    codec = { name: 'typescript', reason: `${error}` };
  }
  return {
    querystring: createQuerystring(
      workspaceOf(() => backend, browserPlatform),
      browserPlatform,
    ),
    codec,
  };
}
