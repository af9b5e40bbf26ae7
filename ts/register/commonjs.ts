import { entryOf, hasScheme } from './specifiers';

type ResolveFilename = (request: string, ...rest: unknown[]) => string;

/**
 * Makes the specifiers known to `require`, where Node has no hooks for it: by its own resolver, as
 * loaders have done since Node 0.x.
 *
 * @param modules - Node's class of CommonJS modules
 */
export function registerForRequire(modules: unknown): void {
  const internal = modules as { _resolveFilename: ResolveFilename };
  const { _resolveFilename: resolveFilename } = internal;
  internal._resolveFilename = function resolve(this: unknown, request, ...rest) {
    return hasScheme(request) ? entryOf(request).commonjs : resolveFilename.call(this, request, ...rest);
  };
}
