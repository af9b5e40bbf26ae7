import { deno, hasWhole } from '../../node-builtins/deno-permissions';
import { arrayFilter, arrayMap } from '../../realm/primordials';

const PERMISSIONS = ['read', 'write', 'net', 'env', 'sys', 'run', 'ffi', 'import'];

/**
 * Permissions for a forked process, as options of Deno: no more than this one has. What is granted
 * in part cannot be asked for, and so is not passed on.
 */
export function permissionsToPassOn(): string[] {
  const whole = arrayFilter(PERMISSIONS, (name) => deno !== undefined && hasWhole(deno, name));
  return whole.length === PERMISSIONS.length ? ['--allow-all'] : arrayMap(whole, (name) => `--allow-${name}`);
}
