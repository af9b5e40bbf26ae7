import { versions } from '../../kept-process';
import { process } from '../../realm/main-realm';
import { create } from '../../realm/primordials';

/**
 * The environment for a forked child of a program that carries a Node within itself. Its own file
 * runs a script only with a variable that its maker's `fork` sets: without, the program would start
 * itself again, and so on without end.
 *
 * @param inherited - what a child gets that is given no environment
 */
export function environmentOfPackaged(
  env: NodeJS.ProcessEnv | null | undefined,
  inherited: () => NodeJS.ProcessEnv,
): NodeJS.ProcessEnv | null | undefined {
  // Electron: lib/node/init.ts. @yao-pkg/pkg: prelude/bootstrap.js.
  if (versions.electron !== undefined) return withVariable(env || inherited(), 'ELECTRON_RUN_AS_NODE', '1');
  if ((process as { pkg?: object }).pkg === undefined) return env;
  const current = env || inherited();
  return current.PKG_EXECPATH === undefined ? withVariable(current, 'PKG_EXECPATH', process.execPath) : current;
}

/** A copy, with what it inherits: a spread would leave that out. */
function withVariable(env: NodeJS.ProcessEnv, name: string, value: string): NodeJS.ProcessEnv {
  const own = create(null) as NodeJS.ProcessEnv;
  for (const other in env) own[other] = env[other];
  own[name] = value;
  return own;
}
