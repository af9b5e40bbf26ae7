import { defaultBackend } from '../binding/querystring-default';
import { syncESModules } from '../node-builtins/module-class';
import { createQuerystring } from '../querystring/create';
import { nodePlatform } from '../querystring/node-platform';
import type { Querystring } from '../querystring/types';
import { workspaceOf } from '../querystring/workspace';

/**
 * Puts our functions into the exports of Node's `querystring`, in the place of those that have
 * loaded this. They belong to this object: `escape` and `unescape` that a program puts there are
 * the ones in use; whatever a program has put there stays, and what it has deleted is not there.
 *
 * @param exported - the exports
 * @param deferred - the functions that were there for ours
 * @param nodes - Node's own functions, which go on doing the work where a program has frozen the
 *   exports, or put accessors there
 * @returns the functions that do the work
 */
function replaceDeferred(exported: Querystring, deferred: Querystring, nodes: Querystring): Querystring {
  if (!isWritable(exported)) return nodes;
  const before = { ...exported };
  createQuerystring(workspaceOf(defaultBackend, nodePlatform), nodePlatform, exported);
  const ours = { ...exported };
  for (const name of Object.keys(deferred) as (keyof Querystring)[]) {
    if (!Object.hasOwn(before, name)) Reflect.deleteProperty(exported, name);
    else if (before[name] !== deferred[name]) Object.assign(exported, { [name]: before[name] });
  }
  syncESModules();
  return ours;
}

function isWritable(exported: Querystring): boolean {
  return Object.values(Object.getOwnPropertyDescriptors(exported)).every(({ writable }) => writable === true);
}

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { replaceDeferred };
