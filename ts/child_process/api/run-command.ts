import { process } from '../../realm/main-realm';
import { arrayAppend } from '../../realm/primordials';
import { inDeno } from '../load-in-deno';

/** What lets Deno run a program written for Node, as in Deno's own `fork()`. */
const FOR_NODE = ['--unstable-bare-node-builtins', '--unstable-detect-cjs'];
const NONE: readonly string[] = [];

/**
 * What a runtime wants before its options to run a module. Deno wants a command, and the child's
 * permissions; Node and Bun run what they are given.
 *
 * @param executable - the runtime
 * @param execArgv - the caller's arguments for it
 */
export function runCommand(executable: string, execArgv: readonly string[]): readonly string[] {
  const deno = executable === process.execPath && execArgv[0] !== 'run' ? inDeno() : undefined;
  return deno === undefined ? NONE : arrayAppend(arrayAppend(['run'], deno.permissionsToPassOn()), FOR_NODE);
}
