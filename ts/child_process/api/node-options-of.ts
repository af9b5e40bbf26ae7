import { platform } from '../../kept-process';
import { stringToUpperCase } from '../../realm/primordials';

const NAME = 'NODE_OPTIONS';

/** Whether a variable of a child is `NODE_OPTIONS` there: on Windows names are case-insensitive. */
export function isNodeOptions(name: string): boolean {
  return name === NAME || (platform === 'win32' && stringToUpperCase(name) === NAME);
}

/**
 * The `NODE_OPTIONS` that a child gets of an environment. On Windows, of several names that differ
 * in case only the first in sorted order counts, as in `environmentNames()`.
 */
export function nodeOptionsOf(env: NodeJS.ProcessEnv): string | undefined {
  if (platform !== 'win32') return env.NODE_OPTIONS;
  let first: string | undefined;
  for (const name in env) {
    if (isNodeOptions(name) && (first === undefined || name < first)) first = name;
  }
  return first === undefined ? undefined : env[first];
}
