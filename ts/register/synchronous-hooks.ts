import type * as nodeUrl from 'node:url';
import { moduleClass } from '../node-builtins/module-class';
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
 * Node's hooks on this thread, for `require` and `import` alike (Node documentation,
 * `module.registerHooks()`).
 */
const { registerHooks } = moduleClass() as { registerHooks?: (hooks: Hooks) => unknown };

/** Whether the running Node has hooks on this thread: from 22.15 on. */
export const hasSynchronousHooks = registerHooks !== undefined;

/** Makes the specifiers known, to `require` and to `import`. */
export function registerSynchronously(): void {
  registerHooks?.({
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
