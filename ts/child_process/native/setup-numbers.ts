import { arrayAppend } from '../../realm/primordials';
import { LIMIT_NAMES, type SetLimits } from '../arguments/limits';
import type { Setup } from '../arguments/setup-options';

/** What the numbers hold; `crates/napi/src/exports/setup.rs` names it alike. */
const Has = { umask: 1, priority: 2, processGroup: 4, noNewPrivileges: 8, groups: 16, cpus: 32 } as const;

/** From this bit on: two for each limit, its soft and its hard one. */
const FIRST_LIMIT = 8;

/**
 * A setup as whole numbers of 32 bits: what it holds, and then that in the order of the bits, lists
 * with their length first. A limit is two numbers, the upper one first; no limit is all bits.
 */
export function setupNumbers(setup: Setup): number[] {
  const { umask, priority, processGroup, noNewPrivileges, groups, cpuAffinity } = setup;
  const numbers = [0];
  let has = noNewPrivileges ? Has.noNewPrivileges : 0;
  const add = (flag: number, values: readonly number[]): void => {
    has |= flag;
    arrayAppend(numbers, values);
  };
  if (umask !== undefined) add(Has.umask, [umask]);
  if (priority !== undefined) add(Has.priority, [priority]);
  if (processGroup !== undefined) add(Has.processGroup, [processGroup]);
  if (groups !== undefined) add(Has.groups, arrayAppend([groups.length], groups));
  if (cpuAffinity !== undefined) add(Has.cpus, arrayAppend([cpuAffinity.length], cpuAffinity));
  if (setup.limits !== undefined) addLimits(setup.limits, add);
  numbers[0] = has;
  return numbers;
}

function addLimits(limits: SetLimits, add: (flag: number, values: readonly number[]) => void): void {
  for (let index = 0; index < LIMIT_NAMES.length; index++) {
    const limit = limits[LIMIT_NAMES[index] as keyof SetLimits];
    if (limit === undefined) continue;
    const { soft, hard } = limit;
    const bit = FIRST_LIMIT + 2 * index;
    if (soft !== undefined) add(1 << bit, halves(soft));
    if (hard !== undefined) add(2 << bit, halves(hard));
  }
}

function halves(value: number): readonly [number, number] {
  // The array of the request takes the lower 32 bits of each.
  return value === Infinity ? [-1, -1] : [(value - (value % 2 ** 32)) / 2 ** 32, value];
}
