import { requireBundle } from '../node-builtins/code-cache';
import { inWorker, isBuiltinLoaded } from '../node-builtins/loaded';
import { onBuiltinLoad } from '../node-builtins/on-load';
import { stringIncludes } from '../primordials';
import { processState } from '../process-state';
import { hiddenArgument, type Preload, withAbsolutePath } from './arguments';
import type * as whenUsed from './when-used';

/** What the start of a program does without. */
const loadRest = () => requireBundle('preload/when-used') as typeof whenUsed;

/**
 * Hands a preload on to forked children and to workers, whatever arguments and environment they are
 * given.
 *
 * The command line of this process and its `NODE_OPTIONS` are rewritten to the absolute path, so
 * that whoever inherits them finds the file.
 */
export function handOn(preload: Preload): void {
  showExecArgv(preload);
  const { NODE_OPTIONS } = process.env;
  if (NODE_OPTIONS !== undefined && stringIncludes(NODE_OPTIONS, preload.specifier)) {
    process.env.NODE_OPTIONS = loadRest().nodeOptionsWithPath(NODE_OPTIONS, preload);
  }
  const { forkEnvironments } = processState;
  forkEnvironments[forkEnvironments.length] = (execArgv, env) =>
    loadRest().environmentWithPreload(execArgv, env, preload);
  // Workers that are older than the first preload can't be seen.
  processState.workers ??= isBuiltinLoaded('worker_threads') ? 'some' : 'none yet';
  onBuiltinLoad('worker_threads', (isNew) => loadRest().coverWorkers(preload, isNew));
}

function showExecArgv(preload: Preload): void {
  const { execArgv } = process;
  const given = (inWorker() ? loadRest().execArgvToShow() : undefined) ?? execArgv;
  const shown = withAbsolutePath(given, preload, hiddenArgument(preload));
  for (let index = 0; index < shown.length; index++) execArgv[index] = shown[index] as string;
  execArgv.length = shown.length;
}
