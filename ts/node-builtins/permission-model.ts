import { process } from '../main-realm';
import { hasOwn } from '../primordials';

/** Node's `process.permission`; nothing when the permission model is off. */
export function permissionModel(): NodeJS.ProcessPermission | undefined {
  // Not one that a program has put on Object.prototype.
  return hasOwn(process, 'permission') ? process.permission : undefined;
}
