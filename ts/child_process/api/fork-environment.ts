import { process } from '../../main-realm';
import { processState } from '../../process-state';

/** The environment for a forked child: the given one, unless a preload needs another. */
export function environmentOfFork(
  execArgv: readonly string[],
  env: NodeJS.ProcessEnv | null | undefined,
): NodeJS.ProcessEnv | null | undefined {
  const { forkEnvironments } = processState;
  let current = env;
  for (let index = 0; index < forkEnvironments.length; index++) {
    const before = current || process.env;
    const after = forkEnvironments[index]?.(execArgv, before);
    if (after !== before) current = after;
  }
  return current;
}
