import { isNodeSince, NODE_MAJOR } from '../node-version';
import { process } from '../realm/main-realm';
import { hasOwn, stringIncludes } from '../realm/primordials';
import { someOption } from './some-option';

/** Whether the permission model of this Node decides who may make a socket of a descriptor. */
const DECIDES_ON_SOCKETS = isNodeSince(26, 12);

/** Node's `process.permission`; nothing when the permission model is off. */
export function permissionModel(): NodeJS.ProcessPermission | undefined {
  // Not one that a program has put on Object.prototype.
  return hasOwn(process, 'permission') ? process.permission : undefined;
}

/**
 * Whether permissions are only looked at, as far as the words tell: what is missing is reported,
 * and nothing refused.
 */
export function isAudited(): boolean {
  return someOption((word) => word === '--permission-audit') && !someOption((word) => word === '--permission');
}

/**
 * Whether what is missing is refused. Where this is `false` it may be an audit: by a file of
 * options, by words that are spelt in another way or are no longer there, or by both options.
 */
export function isSurelyEnforced(): boolean {
  if (NODE_MAJOR < 24) return true;
  return someOption((word) => word === '--permission') && !someOption(mayAudit);
}

function mayAudit(word: string): boolean {
  return stringIncludes(word, 'audit') || stringIncludes(word, 'config');
}

/**
 * Whether a program may be refused to make sockets of descriptors now, or after
 * `process.permission.drop('net')`.
 */
export function mayRefuseSockets(): boolean {
  return DECIDES_ON_SOCKETS && permissionModel() !== undefined && !isAudited();
}

/** Whether a program may not make sockets of descriptors. Each pipe to a child would be one. */
export function refusesSockets(): boolean {
  return mayRefuseSockets() && permissionModel()?.has('net') === false;
}
