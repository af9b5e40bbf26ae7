import type * as nodeUrl from 'node:url';
import { entryOf, hasScheme } from './specifiers';

interface Resolution {
  url: string;
  format: 'commonjs' | 'module';
  shortCircuit: true;
}

type NextResolve = (specifier: string, context: unknown) => unknown;

interface Hooks {
  resolve(specifier: string, context: { conditions: readonly string[] }, nextResolve: NextResolve): unknown;
}

/**
 * Node's hooks on this thread, for `require` and `import` alike, from 22.15 on (Node documentation,
 * `module.registerHooks()`).
 */
export type RegisterHooks = (hooks: Hooks) => unknown;

/** Makes the specifiers known, to `require` and to `import`. */
export function registerSynchronously(registerHooks: RegisterHooks): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      return hasScheme(specifier) ? resolution(specifier, context.conditions) : nextResolve(specifier, context);
    },
  });
}

function resolution(specifier: string, conditions: readonly string[]): Resolution {
  // At the first use and not at the start, which each process pays for.
  const { pathToFileURL } = require('node:url') as typeof nodeUrl;
  const entry = entryOf(specifier);
  return conditions.includes('import')
    ? { url: entry.module, format: 'module', shortCircuit: true }
    : { url: pathToFileURL(entry.commonjs).href, format: 'commonjs', shortCircuit: true };
}
