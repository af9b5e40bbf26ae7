import { defineHidden } from '../../realm/define-property';
import { process } from '../../realm/main-realm';
import { arrayAppend, arrayJoin, assign, PlainError } from '../../realm/primordials';
import { normalizeExec, normalizeExecFile } from '../arguments/normalize-exec';
import type { SpawnSyncOptions } from '../types/options';
import type { OutputBytes } from '../types/output-bytes';
import type { ExecFileSync, ExecSync, ExecSyncOptions } from './exec-sync-signatures';
import type { SpawnSync, SpawnSyncReturns } from './spawn-sync-signatures';

type Result = SpawnSyncReturns<string | OutputBytes>;

/**
 * Makes the function that runs a program, blocking the event loop, and returns its standard output:
 * see {@link ExecFileSync}.
 *
 * @param spawnSync - what it runs it by
 */
export function execFileSyncOf(spawnSync: SpawnSync): ExecFileSync {
  return function execFileSync(file: string, second?: unknown, third?: unknown): string | OutputBytes {
    const { args, options } = normalizeExecFile<SpawnSyncOptions, never>(file, second, third);
    const result = runAndShowErrors(options, () => spawnSync(file, args, options));
    return outputOrThrow(result, () => arrayJoin(arrayAppend([options.argv0 || file], args), ' '));
  } as ExecFileSync;
}

/**
 * Makes the function that runs a command line, blocking the event loop, and returns its standard
 * output: see {@link ExecSync}.
 *
 * @param spawnSync - what it runs it by
 */
export function execSyncOf(spawnSync: SpawnSync): ExecSync {
  return function execSync(command: string, given?: ExecSyncOptions): string | OutputBytes {
    const { options } = normalizeExec<SpawnSyncOptions, never>(command, given);
    const result = runAndShowErrors(options, () => spawnSync(command, options));
    return outputOrThrow(result, () => command);
  } as ExecSync;
}

/** As in Node, `stdio` is read before the run: it may be a getter. */
function runAndShowErrors(options: SpawnSyncOptions, run: () => Result): Result {
  const { stdio } = options;
  const result = run();
  if (!stdio && result.stderr) process.stderr.write(result.stderr);
  return result;
}

function outputOrThrow(result: Result, command: () => string): string | OutputBytes {
  if (result.error) throw withResult(result.error, result);
  if (result.status !== 0) {
    const reason = result.stderr?.length > 0 ? `\n${result.stderr}` : '';
    throw withResult(new PlainError(`Command failed: ${command()}${reason}`), result);
  }
  return result.stdout;
}

function withResult(error: Error, result: Result): Error {
  assign(error, result);
  // Not enumerable, and so not copied with the others.
  const { resourceUsage } = result;
  if (resourceUsage) defineHidden(error, 'resourceUsage', resourceUsage);
  return error;
}
