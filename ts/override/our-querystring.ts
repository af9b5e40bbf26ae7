import { defaultBackend } from '../binding/querystring-default';
import { createQuerystring } from '../querystring/create';
import { nodePlatform } from '../querystring/node-platform';
import type { Querystring } from '../querystring/types';
import { workspaceOf } from '../querystring/workspace';

/**
 * Puts our functions into the exports of Node's `querystring`. They belong to this object: `escape`
 * and `unescape` that a program puts there are the ones in use.
 *
 * @param exported - the exports
 */
function putInto(exported: Querystring): void {
  createQuerystring(workspaceOf(defaultBackend, nodePlatform), nodePlatform, exported);
}

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { putInto };
