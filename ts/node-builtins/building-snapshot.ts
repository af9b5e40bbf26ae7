import { arraySome, stringStartsWith } from '../realm/primordials';
import { someOption } from './some-option';

/** The program of `--experimental-sea-config` runs only where its file asks for a snapshot. */
const BUILDERS = ['--build-snapshot', '--experimental-sea-config', '--build-sea'];

/** Why no addon is loaded: V8 aborts the process where one has made something that lasts. */
export const NO_ADDON_IN_SNAPSHOT = 'a snapshot is being built, which cannot hold the addon';

/** Whether this process makes a snapshot of the program. */
export function isBuildingSnapshot(): boolean {
  return someOption((word) => arraySome(BUILDERS, (option) => stringStartsWith(word, option)));
}
