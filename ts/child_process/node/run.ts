import { arraySlice, assign, create, stringIndexOf, stringSlice } from '../../realm/primordials';
import type { SpawnRequest, SynchronousOptions, SynchronousOutcome } from '../backend-types';
import { nodesModule } from '../nodes-module';
import type { NormalizedOptions } from '../types/options';
import { failedDirectory } from './failed-directory';
import { refuseNativeOptions, refuseTimedEndings } from './refused-options';
import { nodesStdio, outputBesideInput } from './stdio';
import { wholeNumber } from './whole-number';

const COVERAGE = 'NODE_V8_COVERAGE';

/**
 * Runs a process from start to end by Node's own `spawnSync()`.
 *
 * @param request - what is to be started
 * @param options - the options that it was made of
 * @param limits - what ends it, and what it reads
 * @throws `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` for options that Node's module cannot carry out,
 * and on Windows for streams of this process in `stdio`
 */
export function runByNode(
  request: SpawnRequest,
  options: NormalizedOptions,
  limits: SynchronousOptions,
): SynchronousOutcome {
  refuseNativeOptions(request);
  refuseTimedEndings(options);
  const { input } = limits;
  const { error: notOpened, stdio, release } = nodesStdio(request.entries, input);
  if (notOpened !== 0) {
    return { error: notOpened, pid: 0, signal: 0, failedStep: 0, byNode: { failed: undefined, signal: null } };
  }
  try {
    // All that Node reads of it, since a program may put anything on `Object.prototype`.
    const given = assign(create(null), {
      argv0: options.args[0],
      cwd: request.workingDirectory,
      detached: request.newSession,
      env: request.environment && environmentObject(request.environment),
      gid: wholeNumber(request.gid),
      input: input[0] ?? undefined,
      encoding: undefined,
      killSignal: limits.killSignal,
      // Node counts the bytes of all descriptors together.
      maxBuffer: limits.maxBuffer,
      shell: false,
      signal: undefined,
      stdio,
      timeout: limits.timeout || undefined,
      uid: wholeNumber(request.uid),
      windowsHide: options.windowsHide,
      windowsVerbatimArguments: options.windowsVerbatimArguments,
    });
    const { error, pid, status, signal, output } = nodesModule().spawnSync(
      request.file,
      arraySlice(options.args, 1),
      given as never,
    );
    const errno = (error as NodeJS.ErrnoException | undefined)?.errno ?? 0;
    const all = output === null ? undefined : outputBesideInput(output as unknown as (Buffer | null)[], input);
    const outcome: SynchronousOutcome = {
      error: errno,
      pid,
      signal: 0,
      failedStep: 0,
      byNode: {
        failed: failedDirectory(errno, request.workingDirectory),
        signal: signal as NodeJS.Signals | '' | null,
      },
    };
    if (status !== null) outcome.status = status;
    if (all !== undefined) outcome.output = all;
    return outcome;
  } finally {
    release();
  }
}

/** Pairs as an object; the first of a name counts, as it does for `getenv()`. */
function environmentObject(pairs: readonly string[]): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = create(null);
  for (let index = 0; index < pairs.length; index++) {
    const pair = pairs[index] as string;
    // There are names that begin with an equals sign, as `=C:` on Windows.
    const second = stringIndexOf(pair, '=', 1);
    const end = second === -1 && pair[0] === '=' ? 0 : second;
    const name = end === -1 ? pair : stringSlice(pair, 0, end);
    if (!(name in environment)) environment[name] = end === -1 ? '' : stringSlice(pair, end + 1);
  }
  // Node adds this where it is missing; where it is to be added, it is there by now.
  if (!(COVERAGE in environment)) environment[COVERAGE] = undefined;
  return environment;
}
