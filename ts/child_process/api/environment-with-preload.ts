import { BEFORE } from '../../node-options/own-node-options';
import type { Preload } from '../../node-options/preload-arguments';
import { joinNodeOptions } from '../../node-options/text';
import { create } from '../../primordials';
import { isNodeOptions, nodeOptionsOf } from './node-options-of';

/** A copy of an environment, with which a child loads the preload. */
export function environmentWithPreload(env: NodeJS.ProcessEnv, preload: Preload): NodeJS.ProcessEnv {
  const before = nodeOptionsOf(env);
  const options = joinNodeOptions(['--require', preload.path]);
  // What it inherits reaches the child too: a spread would leave that out.
  const own = create(null) as NodeJS.ProcessEnv;
  for (const name in env) if (!isNodeOptions(name)) own[name] = env[name];
  own.NODE_OPTIONS = before ? `${options} ${before}` : options;
  own[BEFORE] = env[BEFORE] ?? before ?? '';
  return own;
}
