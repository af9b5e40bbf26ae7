import { Buffer } from 'node:buffer';
import { getSystemErrorName } from 'node:util';
import { noteUse, USES_COLLECTED_OUTPUT } from '../../bundles/uses';
import { nodeError } from '../../errors';
import { clearTimeout, setTimeout } from '../../realm/main-timers';
import { arrayAppend, arrayJoin, assign, create, PlainError } from '../../realm/primordials';
import { closeGrace, forceKillDelay, lifetimeOptions } from '../arguments/ending-options';
import { normalizeExecFile } from '../arguments/normalize-exec';
import { leaveOwnOptionsOut } from '../arguments/own-options';
import { givenSetup } from '../arguments/setup-options';
import { killSignalNumber } from '../arguments/signals';
import { validateMaxBuffer, validateTimeout } from '../arguments/validate-number';
import type { ChildProcess } from '../child/child-process';
import { wasCut } from '../child/close-grace';
import { wasForceKilled } from '../child/force-kill';
import { limitEnding } from '../child/limit-ending';
import { lateStreamsOf } from '../stdio/late-properties';
import { terminalOf } from '../terminal/of-child';
import type { SpawnedChildProcess } from '../types/child-process';
import type { ExecCallback } from '../types/exec-callback';
import type { ExecFileOptions } from '../types/options';
import { CollectedOutput } from './collected-output';
import type { ExecFile } from './exec-file-signatures';
import { withPromisedForm } from './promised-output';
import { spawn } from './spawn';

/** An error, with what this file sets of `ExecFileException`. */
interface Failure extends Error {
  cmd?: string;
  isForcefullyTerminated?: boolean;
  outputCut?: boolean;
}

type AnyCallback = ExecCallback<string | Buffer, Failure>;

/** 1 MiB. */
const DEFAULT_MAX_BUFFER = 1024 * 1024;

/**
 * Makes the function that runs a program without a shell and collects its output: see
 * {@link ExecFile}.
 *
 * @param asNode - whether it reads no other options than Node's
 */
function execFileOf(asNode: boolean): ExecFile {
  return withPromisedForm(function execFile(
    file: string,
    second?: unknown,
    third?: unknown,
    fourth?: unknown,
  ): SpawnedChildProcess {
    const { args, options, callback } = normalizeExecFile<ExecFileOptions, AnyCallback>(file, second, third, fourth);
    // As in Node, an option that is there with the value `undefined` is no default: it means
    // Buffers, and no limit.
    const given: ExecFileOptions = assign(
      create(null),
      { encoding: 'utf8', maxBuffer: DEFAULT_MAX_BUFFER, killSignal: 'SIGTERM', cwd: null, env: null },
      options,
    );
    if (asNode) leaveOwnOptionsOut(given);
    validateTimeout(given.timeout);
    validateMaxBuffer(given.maxBuffer);
    const killSignal = killSignalNumber(given.killSignal);
    forceKillDelay(given.forceKillAfterDelay);
    closeGrace(given.closeGrace);
    const child = spawn(file, args, {
      cwd: given.cwd,
      env: given.env,
      gid: given.gid,
      shell: given.shell ?? false,
      signal: given.signal,
      uid: given.uid,
      windowsHide: Boolean(given.windowsHide ?? given.winHide),
      windowsVerbatimArguments: Boolean(given.windowsVerbatimArguments ?? given.winVerbatimArguments),
      ...lifetimeOptions(given),
      ...(given.terminal == null ? {} : { terminal: given.terminal }),
      ...givenSetup(given),
    }) as ChildProcess;
    noteUse(USES_COLLECTED_OUTPUT);
    limitEnding(child, given, killSignal);
    new Execution(child, arrayAppend([file], args), given, killSignal, callback);
    return child;
  } as ExecFile);
}

const own = execFileOf(false);
const asNode = execFileOf(true);

export { asNode as execFileAsNode, own as execFile };

/** One run of `execFile()`: collects, limits, and calls back once. */
class Execution {
  readonly #child: ChildProcess;
  readonly #words: readonly string[];
  readonly #killSignal: number | undefined;
  readonly #callback: AnyCallback | undefined;
  readonly #stdout: CollectedOutput;
  readonly #stderr: CollectedOutput;
  #timer: NodeJS.Timeout | undefined;
  #error: Failure | null = null;
  #killed = false;
  #finished = false;

  constructor(
    child: ChildProcess,
    words: readonly string[],
    options: ExecFileOptions,
    killSignal: number | undefined,
    callback: AnyCallback | undefined,
  ) {
    this.#child = child;
    this.#words = words;
    this.#killSignal = killSignal;
    this.#callback = callback;
    const { timeout } = options;
    // As in Node, `undefined` is no limit, and `null` is 0.
    const maxBuffer = options.maxBuffer === undefined ? Infinity : Number(options.maxBuffer);
    const encoding = outputEncoding(options.encoding);
    this.#stdout = new CollectedOutput(encoding, maxBuffer, () => this.#overflow('stdout'));
    this.#stderr = new CollectedOutput(encoding, maxBuffer, () => this.#overflow('stderr'));
    const late = lateStreamsOf(child);
    if (late?.holds(1)) this.#stdout.attachLate(late, 1);
    else this.#stdout.attach(terminalOf(child) ?? child.stdout);
    if (late?.holds(2)) this.#stderr.attachLate(late, 2);
    else this.#stderr.attach(child.stderr);
    if (timeout) this.#timer = setTimeout(() => this.#kill(), timeout);
    child.addListener('close', (code, signal) => this.#finish(code, signal));
    child.addListener('error', (error) => this.#fail(error));
  }

  #overflow(stream: string): void {
    this.#error = nodeError('RangeError', 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER', `${stream} maxBuffer length exceeded`);
    this.#kill();
  }

  #endOutput(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    terminalOf(this.#child)?.destroy();
  }

  #kill(): void {
    this.#endOutput();
    this.#killed = true;
    try {
      this.#child.kill(this.#killSignal);
    } catch (error) {
      this.#error = error as Failure;
      this.#finish(undefined, null);
    }
  }

  #fail(error: Failure): void {
    this.#error = error;
    this.#endOutput();
    this.#finish(undefined, null);
  }

  #finish(code: number | null | undefined, signal: NodeJS.Signals | null): void {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#timer);
    // Called without `this`, as by Node.
    const callback = this.#callback;
    if (!callback) return;
    const stdout = this.#stdout.result;
    const stderr = this.#stderr.result;
    if (!this.#error && code === 0 && signal === null) {
      callback(null, stdout, stderr);
      return;
    }
    // Not before: a `toString` of the program's may be called.
    const command = arrayJoin(this.#words, ' ');
    const error = this.#error ?? this.#commandFailed(command, code as number, signal, stderr);
    error.cmd = command;
    if (wasForceKilled(this.#child)) error.isForcefullyTerminated = true;
    if (wasCut(this.#child)) error.outputCut = true;
    callback(error, stdout, stderr);
  }

  #commandFailed(command: string, code: number, signal: NodeJS.Signals | null, stderr: string | Buffer): Failure {
    return assign(new PlainError(`Command failed: ${command}\n${stderr}`), {
      code: code < 0 ? getSystemErrorName(code) : code,
      killed: this.#child.killed || this.#killed,
      signal,
    });
  }
}

function outputEncoding(encoding: string | null | undefined): BufferEncoding | null {
  return encoding != null && encoding !== 'buffer' && Buffer.isEncoding(encoding) ? encoding : null;
}
