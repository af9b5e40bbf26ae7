import { NODE_MAJOR } from '../../errors';
import { process } from '../../main-realm';
import { assign, hasOwn } from '../../primordials';

const REFUSAL = 'Access to this API has been restricted';

/** Since Node 22 the refusal names the flag, and what was to be started. */
const NAMES_THE_FLAG = NODE_MAJOR >= 22;

/**
 * Node's permission model (Node documentation, "Permissions"): processes are started only with
 * `--allow-child-process`.
 *
 * @param file - what is to be started
 * @param byNode - whether Node's own module starts it
 * @throws an error with the code `ERR_ACCESS_DENIED`
 */
export function refuseWithoutPermission(file: string, byNode: boolean): void {
  const permission = permissionModel();
  // In an audit, the question itself is what Node publishes on a diagnostics channel: so it says
  // what is to be started, and is left to Node's module where that asks.
  if (!permission || (byNode && isAudited()) || permission.has('child', file) || isAudited()) return;
  throw assign(new Error(NAMES_THE_FLAG ? `${REFUSAL}. Use --allow-child-process to manage permissions.` : REFUSAL), {
    code: 'ERR_ACCESS_DENIED',
    permission: 'ChildProcess',
    resource: NAMES_THE_FLAG ? file : '',
  });
}

/** Node's `process.permission`; nothing when the permission model is off. */
export function permissionModel(): NodeJS.ProcessPermission | undefined {
  // Not one that a program has put on Object.prototype.
  return hasOwn(process, 'permission') ? process.permission : undefined;
}

/** Whether permissions are only looked at: what is missing is reported, and nothing refused. */
export function isAudited(): boolean {
  const flags = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)];
  return flags.includes('--permission-audit') && !flags.includes('--permission');
}
