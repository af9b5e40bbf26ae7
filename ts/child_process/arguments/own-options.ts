import { deleteProperty, keys } from '../../primordials';
import type { EndingOptions } from '../types/ending-options';
import type { SetupOptions } from '../types/setup-options';
import type { WithTerminal } from '../types/terminal-options';

/** The options that Node's module does not have: all of them, or this does not compile. */
const OWN_OPTIONS: Readonly<Record<keyof (EndingOptions & SetupOptions & WithTerminal), true>> = {
  forceKillAfterDelay: true,
  closeGrace: true,
  deathSignal: true,
  contain: true,
  terminal: true,
  limits: true,
  umask: true,
  priority: true,
  processGroup: true,
  groups: true,
  noNewPrivileges: true,
  cpuAffinity: true,
};
const NAMES = keys(OWN_OPTIONS);

/**
 * Takes from a copy of options those that Node's module does not have. Under `rt-std/override` its
 * functions do not read them: programs pass options on that were made for something else, as npm
 * does to git with its own `umask` of 0, and execa with its `forceKillAfterDelay`.
 */
export function leaveOwnOptionsOut(options: object): void {
  for (let index = 0; index < NAMES.length; index++) {
    const name = NAMES[index] as keyof typeof options;
    if (options[name] !== undefined) deleteProperty(options, name);
  }
}
