import { apply } from '../../realm/primordials';
import { normalizeExec } from '../arguments/normalize-exec';
import type { SpawnedChildProcess } from '../types/child-process';
import type { ExecCallback } from '../types/exec-callback';
import type { ExecOptions } from '../types/options';
import type { Exec } from './exec-signatures';
import { withPromisedForm } from './promised-output';

/** The exports through which `exec` calls `execFile`: a program may replace it there. */
interface Exports {
  readonly execFile: (...args: never[]) => unknown;
}

/**
 * Makes the function that runs a command line in a shell and collects its output: see {@link Exec}.
 *
 * @param exported - the exports that it is part of
 */
export function execOf(exported: Exports): Exec {
  return withPromisedForm(function exec(command: string, second?: unknown, third?: unknown): SpawnedChildProcess {
    const { options, callback } = normalizeExec<ExecOptions, ExecCallback<string | Buffer>>(command, second, third);
    return apply(exported.execFile, exported, [command, options, callback] as never[]) as SpawnedChildProcess;
  } as Exec);
}
