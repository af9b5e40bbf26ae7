import { loads, type Preload } from '../../node-options/preload-arguments';
import { loadsByOptions } from '../../node-options/text';
import { processState } from '../../process-state';
import { inheritedEnvironment } from '../arguments/environment';
import { defaultEnvironment } from '../arguments/live-environment';
import { environmentWithPreload } from './environment-with-preload';
import { nodeOptionsOf } from './node-options-of';

/** The environment for a forked child: the given one, unless a preload needs another. */
export function environmentOfFork(
  execArgv: readonly string[],
  env: NodeJS.ProcessEnv | null | undefined,
): NodeJS.ProcessEnv | null | undefined {
  const { preloads } = processState;
  let current = env;
  for (let index = 0; index < preloads.length; index++) {
    const preload = preloads[index] as Preload;
    if (loads(execArgv, preload)) continue;
    if (loadsByOptions(nodeOptionsOf(current || defaultEnvironment()), preload)) continue;
    current = environmentWithPreload(current || inheritedEnvironment(), preload);
  }
  return current;
}
