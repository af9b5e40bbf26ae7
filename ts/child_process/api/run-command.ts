import { versions } from '../../kept-process';
import { process } from '../../main-realm';

/**
 * What Deno's own `fork()` says: run a program written for Node, with all permissions, which this
 * process has too, or it could not have loaded an addon.
 */
const DENO = ['run', '--allow-all', '--unstable-bare-node-builtins', '--unstable-detect-cjs'];
const NONE: readonly string[] = [];

/**
 * What a runtime wants before its options to run a module. Deno wants a command; Node and Bun run
 * what they are given.
 *
 * @param executable - the runtime
 * @param execArgv - the caller's arguments for it
 */
export function runCommand(executable: string, execArgv: readonly string[]): readonly string[] {
  const isDeno = versions.deno !== undefined && executable === process.execPath;
  return isDeno && execArgv[0] !== 'run' ? DENO : NONE;
}
