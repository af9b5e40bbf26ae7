import { defaultBackend, querystringChoice } from '../binding/querystring-default';
import { functionToString, stringStartsWith } from '../realm/primordials';
import { createQuerystring } from './create';
import { nodePlatform } from './node-platform';
import type { Querystring } from './types';
import { createUnescape } from './unescape';
import { workspaceOf } from './workspace';

/** How the `unescape` of Node begins, and those of ours. */
const UNESCAPE = 'function qsUnescape(';

/** One for all exports objects: there may be no memory for a second one in WebAssembly. */
const codec = workspaceOf(defaultBackend, nodePlatform);

/** Makes an exports object with our functions. */
function createDefault(): Querystring {
  return createQuerystring(codec, nodePlatform);
}

/**
 * Puts our functions into the exports of `querystring`, in the place of those that have loaded
 * this. They belong to this object: `escape` and `unescape` that a program puts there are the ones
 * in use; whatever a program has put there stays, and what it has deleted is not there.
 *
 * `unescape` stays as well: Node's functions compare it with their own, and so do ours, to see
 * whether a program has another decoder. Who has taken it out may give it back, or pass it on.
 *
 * @param exported - the exports
 * @param deferred - the functions that were there for ours
 * @returns our functions; nothing where a program has frozen the exports, or put accessors there
 */
function replaceDeferred(exported: Querystring, deferred: Querystring): Querystring | undefined {
  if (!isWritable(exported)) return undefined;
  const before = { ...exported };
  const working = createUnescape(codec, nodePlatform, exported);
  // A preload may have put another one there, before it was deferred.
  const isOwn =
    typeof deferred.unescape === 'function' && stringStartsWith(functionToString(deferred.unescape), UNESCAPE);
  createQuerystring(codec, nodePlatform, exported, isOwn ? deferred.unescape : working);
  const ours = { ...exported, unescape: working };
  for (const name of Object.keys(deferred) as (keyof Querystring)[]) {
    const isTaken = before[name] !== deferred[name] || (name === 'unescape' && !isOwn);
    if (!Object.hasOwn(before, name)) Reflect.deleteProperty(exported, name);
    else if (isTaken) Object.assign(exported, { [name]: before[name] });
  }
  return ours;
}

function isWritable(exported: Querystring): boolean {
  return Object.values(Object.getOwnPropertyDescriptors(exported)).every(({ writable }) => writable === true);
}

// As one value, for the reason that `child_process/channels.ts` has.
export = { createDefault, replaceDeferred, querystringChoice };
