import { processState } from './process-state';
import { process } from './realm/main-realm';

/**
 * What this process is, as `process` said when the first file of this package was loaded. Tests
 * replace these later to see what a program does elsewhere: Node's own `child_process` then writes
 * command lines for the other platform, and starts processes as this one does.
 *
 * An older copy of the package may not have kept all of it.
 */
export const { platform = process.platform, arch = process.arch, versions = process.versions } = processState;

const { environment: kept = process.env } = processState;

/**
 * `process.env` of then. In Deno it can only be asked for variables; one that may not be read is
 * not set.
 */
export const environment = versions.deno === undefined ? kept : new Proxy<NodeJS.ProcessEnv>({}, { get: readable });

function readable(_: object, name: string | symbol): string | undefined {
  try {
    return kept[name as string];
  } catch {
    return undefined;
  }
}
