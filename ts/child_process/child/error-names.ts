import { arraySome } from '../../primordials';
import { systemConstants } from '../../system-constants';

/** The name of a system's error, such as `ENOENT`. */
type ErrorName = keyof ReturnType<typeof systemConstants>['errno'];

/** Whether a negative error number has one of these names; 0 has none. */
export function isOneOf(names: readonly ErrorName[], error: number): boolean {
  return error !== 0 && arraySome(names, (name) => systemConstants().errno[name] === -error);
}
