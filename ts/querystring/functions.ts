import { defaultBackend } from '../binding/querystring-default';
import { createQuerystring } from './create';
import { nodePlatform } from './node-platform';
import type { Querystring } from './types';
import { workspaceOf } from './workspace';

/**
 * Puts our functions into an exports object.
 *
 * @param exported - the object; by default a new one
 */
function createDefault(exported?: Querystring): Querystring {
  return createQuerystring(workspaceOf(defaultBackend, nodePlatform), nodePlatform, exported);
}

/**
 * Puts our functions into the exports of `querystring`, in the place of those that have loaded
 * this. They belong to this object: `escape` and `unescape` that a program puts there are the ones
 * in use; whatever a program has put there stays, and what it has deleted is not there.
 *
 * @param exported - the exports
 * @param deferred - the functions that were there for ours
 * @returns our functions; nothing where a program has frozen the exports, or put accessors there
 */
function replaceDeferred(exported: Querystring, deferred: Querystring): Querystring | undefined {
  if (!isWritable(exported)) return undefined;
  const before = { ...exported };
  createDefault(exported);
  const ours = { ...exported };
  for (const name of Object.keys(deferred) as (keyof Querystring)[]) {
    if (!Object.hasOwn(before, name)) Reflect.deleteProperty(exported, name);
    else if (before[name] !== deferred[name]) Object.assign(exported, { [name]: before[name] });
  }
  return ours;
}

function isWritable(exported: Querystring): boolean {
  return Object.values(Object.getOwnPropertyDescriptors(exported)).every(({ writable }) => writable === true);
}

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { createDefault, replaceDeferred };
