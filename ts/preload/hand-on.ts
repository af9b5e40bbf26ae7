import { create } from '../primordials';
import { processState } from '../process-state';
import { hiddenArgument, type Preload, withAbsolutePath } from './arguments';
import { isCovered, joinNodeOptions, splitNodeOptions } from './node-options';
import { execArgvToShow } from './worker-exec-argv';
import { coverWorkers } from './workers';

/**
 * Keeps what `NODE_OPTIONS` was before a preload was put there for one child, which takes both out
 * again.
 */
const BEFORE = 'RT_STD_NODE_OPTIONS';

/**
 * Hands a preload on to forked children and to workers, whatever arguments and environment they are
 * given.
 *
 * The command line of this process and its `NODE_OPTIONS` are rewritten to the absolute path, so
 * that whoever inherits them finds the file.
 */
export function handOn(preload: Preload): void {
  const given = execArgvToShow() ?? process.execArgv.filter((argument) => argument !== hiddenArgument(preload));
  process.execArgv.splice(0, process.execArgv.length, ...withAbsolutePath(given, preload));
  const { NODE_OPTIONS } = process.env;
  if (NODE_OPTIONS?.includes(preload.specifier)) {
    process.env.NODE_OPTIONS = joinNodeOptions(withAbsolutePath(splitNodeOptions(NODE_OPTIONS), preload));
  }
  processState.forkEnvironments.push((execArgv, env) =>
    isCovered(execArgv, env, preload) ? env : withPreload(env, preload),
  );
  coverWorkers(preload);
}

function withPreload(env: NodeJS.ProcessEnv, preload: Preload): NodeJS.ProcessEnv {
  const before = env.NODE_OPTIONS;
  const options = joinNodeOptions(['--require', preload.path]);
  // What it inherits reaches the child too: a spread would leave that out.
  const own = create(null) as NodeJS.ProcessEnv;
  for (const name in env) own[name] = env[name];
  own.NODE_OPTIONS = before ? `${options} ${before}` : options;
  own[BEFORE] = env[BEFORE] ?? before ?? '';
  return own;
}

/**
 * Takes out what {@link handOn} put into the environment for this process alone: the program sees
 * its environment as its parent meant it.
 */
export function restoreNodeOptions(): void {
  const before = process.env[BEFORE];
  if (before === undefined) return;
  delete process.env[BEFORE];
  if (before === '') delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = before;
}
