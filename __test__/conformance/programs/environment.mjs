import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { mayExecute } from '../../../scripts/run/find-program.mjs';

// What would change the programs' output, or what they load.
const foreign = /^(npm_.*|NODE_.*|GIT_.*|PM2_.*|FORCE_COLOR|NO_COLOR|RT_STD_.*|XDG_.*|DISPLAY|TERM)$/i;

/** Tells the probe where to write; every process of a run has it, with a value of its own. */
export const probeVariable = 'RT_STD_PROGRAMS_PROBE';

/**
 * The environment of a run: the user's own without their settings, an empty home, and no way to the
 * network for npm.
 *
 * @param {string} folder of this run alone
 * @param {string} modules the folder `node_modules` with all programs
 * @returns {Record<string, string>}
 */
export function programEnvironment(folder, modules) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  const home = join(folder, 'home');
  const temporary = join(folder, 'temporary');
  const probe = join(folder, 'probe');
  for (const made of [home, temporary, probe]) mkdirSync(made);
  const first = [dirname(process.execPath), join(modules, '.bin')];
  // In another user's folder, a program that is not there at all would be EACCES instead of ENOENT.
  const rest = (process.env.PATH ?? '').split(delimiter).filter((entry) => !first.includes(entry) && mayExecute(entry));
  return Object.assign(env, {
    PATH: [...first, ...rest].join(delimiter),
    HOME: home,
    TMPDIR: temporary,
    LC_ALL: 'C.UTF-8',
    CI: 'true',
    NO_COLOR: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    [probeVariable]: probe,
  });
}
