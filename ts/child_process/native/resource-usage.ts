import type { ResourceUsage } from '../types/resource-usage';

/**
 * An object of the addon's numbers (`crates/napi/src/usage.rs`). The fields that Linux does not
 * fill are 0, as those of `process.resourceUsage()`.
 */
export function resourceUsageOf(numbers: readonly number[]): ResourceUsage {
  // Not by destructuring: a program may have replaced the iterator of arrays.
  const at = (position: number): number => numbers[position] as number;
  return {
    userCPUTime: at(1),
    systemCPUTime: at(2),
    maxRSS: at(3),
    sharedMemorySize: 0,
    unsharedDataSize: 0,
    unsharedStackSize: 0,
    minorPageFault: at(4),
    majorPageFault: at(5),
    swappedOut: 0,
    fsRead: at(6),
    fsWrite: at(7),
    ipcSent: 0,
    ipcReceived: 0,
    signalsCount: 0,
    voluntaryContextSwitches: at(8),
    involuntaryContextSwitches: at(9),
    wallClockTime: at(0),
  };
}
