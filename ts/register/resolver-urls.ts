import { process } from '../realm/main-realm';
import { entryOf, hasScheme } from './specifiers';

type Parse = (this: unknown, text: string, base?: unknown, isThrowing?: unknown) => unknown;

/** What lies below Node's class `URL`. */
interface UrlBinding {
  parse?: Parse;
}

/** Deprecated (DEP0111), and not in the types. */
interface WithBinding {
  binding?: (name: string) => unknown;
  noDeprecation?: boolean;
}

/** The module of Node's that resolves what is imported. */
const RESOLVER = 'node:internal/modules/esm/resolve';

/** From the function that parses: the constructor of `URL`, and who calls it. */
const FRAMES = 4;

/**
 * Makes the specifiers known to `import` on this thread, where Node has no hooks for that: a thread
 * for hooks takes about as long to start as Node itself.
 *
 * Node's resolver makes a `URL` of each specifier, and gets that of our file for one of ours.
 * Whoever else makes a `URL` of such a text gets what it says.
 *
 * @returns whether that was done: not where Node is not as expected, or does not show what lies
 *   below `URL`
 */
export function resolveOnThisThread(): boolean {
  try {
    const binding = urlBinding();
    const original = binding?.parse;
    if (binding === undefined || typeof original !== 'function') return false;
    let isAsked = false;
    binding.parse = function parse(text, base, isThrowing) {
      isAsked = true;
      const meant = typeof text === 'string' && hasScheme(text) && isAskedByResolver() ? urlOf(text) : text;
      return original.call(this, meant, base, isThrowing);
    };
    new URL('file:///');
    if (!isAsked) binding.parse = original;
    return isAsked;
  } catch {
    // The permission model refuses it.
    return false;
  }
}

/** Without the warning, which is for programs. */
function urlBinding(): UrlBinding | undefined {
  const target = process as unknown as WithBinding;
  const before = target.noDeprecation;
  target.noDeprecation = true;
  try {
    return target.binding?.('url') as UrlBinding | undefined;
  } finally {
    if (before === undefined) delete target.noDeprecation;
    else target.noDeprecation = before;
  }
}

function isAskedByResolver(): boolean {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = FRAMES;
    Error.prepareStackTrace = (_, frames) => frames;
    const frames = new Error().stack as unknown as readonly NodeJS.CallSite[];
    return frames.some((frame) => frame.getFileName() === RESOLVER);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}

/**
 * The file; for an unknown specifier a module that throws, since Node's resolver takes no exception
 * from here.
 */
function urlOf(specifier: string): string {
  try {
    return entryOf(specifier).module;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const text = `throw Object.assign(new Error(${JSON.stringify(message)}), { code: ${JSON.stringify(code)} });`;
    return `data:text/javascript,${encodeURIComponent(text)}`;
  }
}
