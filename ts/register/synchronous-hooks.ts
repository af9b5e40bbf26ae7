import type * as nodeUrl from 'node:url';
import { entryOf, hasScheme } from './specifiers';

interface Resolution {
  url: string;
  format: 'commonjs' | 'module';
  shortCircuit: true;
}

type NextResolve = (specifier: string, context: unknown) => unknown;

/** A set where Node before 22.19 and 24.5 answers `require`. */
type Conditions = Iterable<string>;

interface Hooks {
  resolve(specifier: string, context: { conditions: Conditions }, nextResolve: NextResolve): unknown;
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

function resolution(specifier: string, conditions: Conditions): Resolution {
  // At the first use and not at the start, which each process pays for.
  const { pathToFileURL } = require('node:url') as typeof nodeUrl;
  const entry = entryOf(specifier);
  return new Set(conditions).has('import')
    ? { url: entry.module, format: 'module', shortCircuit: true }
    : { url: pathToFileURL(entry.commonjs).href, format: 'commonjs', shortCircuit: true };
}
