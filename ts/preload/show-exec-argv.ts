import { hiddenArgument, type Preload, withAbsolutePath } from '../node-options/preload-arguments';
import { execArgvToShow } from './worker-exec-argv';

/** Rewrites `process.execArgv` as `startPreload()` does, whatever is in it. */
export function showExecArgv(preload: Preload): void {
  const { execArgv } = process;
  const shown = withAbsolutePath(execArgvToShow() ?? execArgv, preload, hiddenArgument(preload));
  for (let index = 0; index < shown.length; index++) execArgv[index] = shown[index] as string;
  execArgv.length = shown.length;
}
