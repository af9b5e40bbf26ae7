import { deleteProperty } from '../../primordials';

/** The options that Node's module does not have. */
const OWN_OPTIONS = [
  'forceKillAfterDelay',
  'closeGrace',
  'deathSignal',
  'contain',
  'terminal',
  'limits',
  'umask',
  'priority',
  'processGroup',
  'groups',
  'noNewPrivileges',
  'cpuAffinity',
];

/**
 * Takes from a copy of options those that Node's module does not have. Under `rt-std/override` its
 * functions do not read them: programs hand options on that were made for something else, as npm
 * does to git with its own `umask` of 0, and execa with its `forceKillAfterDelay`.
 */
export function leaveOwnOptionsOut(options: object): void {
  for (let index = 0; index < OWN_OPTIONS.length; index++) {
    const name = OWN_OPTIONS[index] as keyof typeof options;
    if (options[name] !== undefined) deleteProperty(options, name);
  }
}
