import { LIMIT_NAMES } from '../arguments/limits';
import type { FailedPart } from '../backend-types';

/** The numbers of `SpawnStep` in `crates/process/src/error/mod.rs`. */
const WORKING_DIRECTORY = 4;
const SESSION = 8;
const PARENT_DEATH_SIGNAL = 9;
const PRIORITY = 10;
const CPU_AFFINITY = 11;
const GROUPS = 12;
const NO_NEW_PRIVILEGES = 13;
const GUARDIAN = 14;
const TERMINAL = 15;
const FIRST_LIMIT = 20;

/**
 * What failed, by the step of the spawn.
 *
 * @param step - the number of the step; 0 for none
 * @param directory - the working directory that the child was to have
 */
export function failedPart(step: number, directory: string | undefined): FailedPart | undefined {
  if (step === WORKING_DIRECTORY) return { directory, option: undefined };
  const option = failedOption(step);
  return option === undefined ? undefined : { directory: undefined, option };
}

function failedOption(step: number): string | undefined {
  switch (step) {
    case SESSION:
      return 'processGroup';
    case PARENT_DEATH_SIGNAL:
    case GUARDIAN:
      return 'deathSignal';
    case PRIORITY:
      return 'priority';
    case CPU_AFFINITY:
      return 'cpuAffinity';
    case GROUPS:
      return 'groups';
    case NO_NEW_PRIVILEGES:
      return 'noNewPrivileges';
    case TERMINAL:
      return 'terminal';
    default: {
      const limit = LIMIT_NAMES[step - FIRST_LIMIT];
      return limit && `limits.${limit}`;
    }
  }
}
