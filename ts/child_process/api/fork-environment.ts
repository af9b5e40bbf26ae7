import { environmentWithPreload } from '../../node-options/environment-with-preload';
import type { Preload } from '../../node-options/preload-arguments';
import { processState } from '../../process-state';
import { defaultEnvironment } from '../arguments/live-environment';

/** The environment for a forked child: the given one, unless a preload needs another. */
export function environmentOfFork(
  execArgv: readonly string[],
  env: NodeJS.ProcessEnv | null | undefined,
): NodeJS.ProcessEnv | null | undefined {
  const { preloads } = processState;
  let current = env;
  for (let index = 0; index < preloads.length; index++) {
    const before = current || defaultEnvironment();
    const after = environmentWithPreload(execArgv, before, preloads[index] as Preload);
    if (after !== before) current = after;
  }
  return current;
}
