import { isAudited, isSurelyEnforced, permissionModel } from '../../node-builtins/permission-model';
import { NODE_MAJOR } from '../../node-version';
import { assign, create } from '../../realm/primordials';
import type { Start } from '../deno/run-permission';
import { inDeno } from '../load-in-deno';
import { startsByNode } from '../native/starts-by-node';
import { nodesModule } from '../nodes-module';
import type { PlannedEntry } from '../stdio/plan';

const REFUSAL = 'Access to this API has been restricted';

/** Since Node 22 the refusal names the flag, and what was to be started. */
const NAMES_THE_FLAG = NODE_MAJOR >= 22;

/** Where no program can be started: this is no directory. */
const NOWHERE = '/dev/null';

/** Node has let something start for which there is no permission. */
let isFoundAudited = false;

/**
 * Node's permission model (Node documentation, "Permissions"): processes are started only with
 * `--allow-child-process`. Deno has permissions of its own.
 *
 * @param start - what is to be started
 * @param entries - the plan of its descriptors
 * @throws an error with the code `ERR_ACCESS_DENIED`
 */
export function refuseWithoutPermission(start: Start, entries: readonly PlannedEntry[]): void {
  inDeno()?.refuseProgram(start);
  const permission = permissionModel();
  if (!permission) return;
  const { file } = start;
  if (isFoundAudited || isAudited()) {
    // The question itself is what Node publishes on a diagnostics channel: so it says what is to be
    // started, and is left to Node's own module where that starts it. What is refused below must
    // not choose a backend, which may warn.
    if (!startsByNode(entries)) permission.has('child', file);
    return;
  }
  if (permission.has('child', file)) return;
  if (!isSurelyEnforced()) {
    // Only Node knows, which throws if so. The program does not run.
    nodesModule().spawnSync(file, [], assign(create(null), { cwd: NOWHERE }));
    isFoundAudited = true;
    return;
  }
  throw assign(new Error(NAMES_THE_FLAG ? `${REFUSAL}. Use --allow-child-process to manage permissions.` : REFUSAL), {
    code: 'ERR_ACCESS_DENIED',
    permission: 'ChildProcess',
    resource: NAMES_THE_FLAG ? file : '',
  });
}
