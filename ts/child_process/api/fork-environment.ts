import { process } from '../../main-realm';
import { processState } from '../../process-state';

/** The environment for a forked child: the given one, unless a preload needs another. */
export function environmentOfFork(
  execArgv: readonly string[],
  env: NodeJS.ProcessEnv | null | undefined,
): NodeJS.ProcessEnv | null | undefined {
  return processState.forkEnvironments.reduce<NodeJS.ProcessEnv | null | undefined>((current, change) => {
    const before = current || process.env;
    const after = change(execArgv, before);
    return after === before ? current : after;
  }, env);
}
