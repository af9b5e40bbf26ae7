import { NODE_MAJOR } from '../errors';

const REFUSAL = 'Access to this API has been restricted';

/** Since Node 22 the refusal names the flag, and what was to be started. */
const NAMES_THE_FLAG = NODE_MAJOR >= 22;

/**
 * Node's permission model (Node documentation, "Permissions"): processes are started only with `--allow-child-process`.
 *
 * @param file - what is to be started
 * @throws an error with the code `ERR_ACCESS_DENIED`
 */
export function refuseWithoutPermission(file: string): void {
  const { permission } = process as { permission?: { has(scope: string): boolean } };
  if (!permission || permission.has('child')) return;
  throw Object.assign(
    new Error(NAMES_THE_FLAG ? `${REFUSAL}. Use --allow-child-process to manage permissions.` : REFUSAL),
    {
      code: 'ERR_ACCESS_DENIED',
      permission: 'ChildProcess',
      resource: NAMES_THE_FLAG ? file : '',
    },
  );
}
