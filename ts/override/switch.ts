/**
 * An environment variable: with the value `off`, the process it is given to keeps Node's own
 * modules.
 */
export const SWITCH = 'RT_STD_OVERRIDE';

/**
 * Whether a value of the variable leaves the override on. Other words for `off` and `on` count,
 * too; what is neither is a process warning.
 */
export function isOn(word: string): boolean {
  if (/^(off|0|false|no)$/i.test(word)) return false;
  if (!/^(on|1|true|yes|)$/i.test(word)) {
    process.emitWarning(`${SWITCH} is '${word}', which is ignored: 'off' keeps Node's own modules`);
  }
  return true;
}
