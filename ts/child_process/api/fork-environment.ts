import { BEFORE } from '../../node-options/own-node-options';
import { loads, type Preload } from '../../node-options/preload-arguments';
import { joinNodeOptions, loadsByOptions } from '../../node-options/text';
import { create } from '../../primordials';
import { processState } from '../../process-state';
import { inheritedEnvironment } from '../arguments/environment';
import { defaultEnvironment } from '../arguments/live-environment';
import { isNodeOptions, nodeOptionsOf } from './node-options-of';

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
    current = withPreload(current || inheritedEnvironment(), preload);
  }
  return current;
}

/** A copy of an environment, with which a child loads the preload. */
function withPreload(env: NodeJS.ProcessEnv, preload: Preload): NodeJS.ProcessEnv {
  const before = nodeOptionsOf(env);
  const options = joinNodeOptions(['--require', preload.path]);
  // What it inherits reaches the child too: a spread would leave that out.
  const own = create(null) as NodeJS.ProcessEnv;
  for (const name in env) if (!isNodeOptions(name)) own[name] = env[name];
  own.NODE_OPTIONS = before ? `${options} ${before}` : options;
  own[BEFORE] = env[BEFORE] ?? before ?? '';
  return own;
}
