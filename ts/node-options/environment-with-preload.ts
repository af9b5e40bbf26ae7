import { create } from '../primordials';
import { BEFORE } from './own-node-options';
import type { Preload } from './preload-arguments';
import { isCovered, joinNodeOptions } from './text';

/** The environment for a child that is forked with these arguments: it loads the preload. */
export function environmentWithPreload(
  execArgv: readonly string[],
  env: NodeJS.ProcessEnv,
  preload: Preload,
): NodeJS.ProcessEnv {
  if (isCovered(execArgv, env, preload)) return env;
  const before = env.NODE_OPTIONS;
  const options = joinNodeOptions(['--require', preload.path]);
  // What it inherits reaches the child too: a spread would leave that out.
  const own = create(null) as NodeJS.ProcessEnv;
  for (const name in env) own[name] = env[name];
  own.NODE_OPTIONS = before ? `${options} ${before}` : options;
  own[BEFORE] = env[BEFORE] ?? before ?? '';
  return own;
}
