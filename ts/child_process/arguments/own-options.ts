import { deleteProperty, keys } from '../../realm/primordials';
import type { EndingOptions } from '../types/ending-options';
import type { SetupOptions } from '../types/setup-options';
import type { WithTerminal } from '../types/terminal-options';
import { closeGrace, deathSignal, forceKillDelay } from './ending-options';
import { optionUnavailable, readSetup } from './setup-options';
import { readTerminal } from './terminal';

type OwnOptions = EndingOptions & SetupOptions & WithTerminal;

/** The options that Node's module does not have: all of them, or this does not compile. */
const OWN_OPTIONS: Readonly<Record<keyof OwnOptions, true>> = {
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

/**
 * Refuses these options where a function of Node's own does the work.
 *
 * @param options - the options
 * @param where - when that is so, for the error
 * @throws `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` when one of them is given; what the checks of the
 * options throw
 */
export function refuseOwnOptions(options: OwnOptions | undefined, where: string): void {
  const refuse = (option: keyof OwnOptions): never => {
    throw optionUnavailable(option, where);
  };
  if (!options) return;
  const setup = readSetup(options, 'linux');
  if (setup) refuse(keys(setup)[0] as keyof OwnOptions);
  if (forceKillDelay(options.forceKillAfterDelay) !== undefined) refuse('forceKillAfterDelay');
  if (closeGrace(options.closeGrace) !== undefined) refuse('closeGrace');
  if (deathSignal(options.deathSignal) !== 0) refuse('deathSignal');
  if (options.contain) refuse('contain');
  if (readTerminal(options.terminal, 'linux')) refuse('terminal');
}
