/**
 * Hooks for `import` where Node runs them on a thread of their own (`module.register()`): Node 20,
 * and 22 before 22.15.
 *
 * @packageDocumentation
 */
import { entryOf, hasScheme } from './specifiers.js';

type NextResolve = (specifier: string, context: unknown) => unknown;

/** Resolves a specifier: ours to our file, all others as before. */
export function resolve(specifier: string, context: unknown, nextResolve: NextResolve): unknown {
  if (!hasScheme(specifier)) return nextResolve(specifier, context);
  return { url: entryOf(specifier).module, format: 'module', shortCircuit: true };
}
