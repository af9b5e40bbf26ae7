/** Gives the environment of a child that is about to be forked with these arguments. */
type EnvironmentOfFork = (execArgv: readonly string[], env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv;

const changes: EnvironmentOfFork[] = [];

/** Lets a preload see that forked children load it too. */
export function onFork(change: EnvironmentOfFork): void {
  changes.push(change);
}

/** The environment for a forked child: the given one, unless a preload needs another. */
export function environmentOfFork(
  execArgv: readonly string[],
  env: NodeJS.ProcessEnv | null | undefined,
): NodeJS.ProcessEnv | null | undefined {
  return changes.reduce<NodeJS.ProcessEnv | null | undefined>((current, change) => {
    const before = current || process.env;
    const after = change(execArgv, before);
    return after === before ? current : after;
  }, env);
}
