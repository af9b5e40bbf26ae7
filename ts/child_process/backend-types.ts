/** What the functions of this module and what starts processes (`native/`, `node/`) exchange. */
import type { Socket } from 'node:net';
import type { Setup } from './arguments/setup-options';
import type { TerminalSettings } from './arguments/terminal';
import type { ChannelTarget } from './ipc/channel-target';
import type { PlannedEntry } from './stdio/plan';

/** What is to be started. Strings hold no NUL. */
export interface SpawnRequest {
  /** The program: a path, or a name that is looked up in the child's `PATH`. */
  readonly file: string;
  /** The program's arguments, its own name (`argv[0]`) first. */
  readonly args: readonly string[];
  /**
   * The child's environment, as `NAME=value` strings; `undefined` for the live environment of this
   * process.
   */
  readonly environment: readonly string[] | undefined;
  /** The child's working directory; `undefined` for this process's. */
  readonly workingDirectory: string | undefined;
  /** What each descriptor of the child is. */
  readonly entries: readonly PlannedEntry[];
  /** Whether the parent's ends of pipes stay in the addon. */
  readonly holdsPipes: boolean;
  /** Whether the child leads a session of its own. */
  readonly newSession: boolean;
  /** The child's user identity; `undefined` for this process's. */
  readonly uid: number | undefined;
  /** The child's group identity; `undefined` for this process's. */
  readonly gid: number | undefined;
  /** The number of the signal that the child gets when this process ends; 0 for none. */
  readonly deathSignal: number;
  /** What is set in the child before its program is executed; `undefined` for nothing. */
  readonly setup: Setup | undefined;
  /** The terminal that the child gets; `undefined` for none. */
  readonly terminal: TerminalSettings | undefined;
  /** Its kind. */
  readonly terminalName: string | undefined;
  /** Whether the child's windows are hidden (Windows only). */
  readonly hidden: boolean;
  /** Whether what the child starts stays reachable. */
  readonly contained: boolean;
  /**
   * 0, or the negative error number with which the spawn fails without being tried: `EINVAL` for a
   * batch file on Windows.
   */
  readonly refusal: number;
}

/** What failed in a spawn, where that was not the program. */
export interface FailedPart {
  /** The working directory, which could not be entered. */
  readonly directory: string | undefined;
  /** The name of an option that could not be carried out. */
  readonly option: string | undefined;
}

/**
 * A child that Node's own module has started. What it does is said at `ProcessHandle`, which passes
 * its calls on.
 */
export interface NodesProcess {
  readonly pid: number;
  kill(signal: number): number;
  reference(keepAlive: boolean): void;
  hasRef(): boolean;
  close(callback?: () => void): void;
}

/** How a start by Node's own module went. */
export interface NodesStart {
  /** 0, or the negative error number of the system. */
  readonly error: number;
  /** What failed, where that was not the program. */
  readonly failed: FailedPart | undefined;
  /** The child, unless the start failed. */
  readonly process: NodesProcess | undefined;
  /** The parent's ends of pipes, by the child's descriptor. */
  readonly streams: (Socket | null)[];
  /**
   * Shows the channel of Node's child as the target's own; nothing where there is none.
   *
   * @param onClosed - called once, after `'disconnect'`
   */
  readonly setupChannel: ((target: ChannelTarget, onClosed: () => void) => void) | undefined;
}

/** Input and limits of a synchronous run. */
export interface SynchronousOptions {
  /** What is written to the child's pipes, by its descriptor; `null`: nothing. */
  readonly input: (Uint8Array | null)[];
  /** Milliseconds after which the kill signal is sent; 0: never. */
  readonly timeout: number;
  /** Bytes that one descriptor may write; `Infinity`: any number. */
  readonly maxBuffer: number;
  /** The number of the signal. */
  readonly killSignal: number;
  /** Milliseconds after the kill signal when `SIGKILL` is sent; `Infinity`: never. */
  readonly killAfter: number;
  /** Milliseconds after the end of the process when its pipes are closed; `Infinity`: never. */
  readonly closeGrace: number;
}

/** The result of a synchronous run. */
export interface SynchronousOutcome {
  /**
   * The negative error number of the kernel when the process was not started; otherwise that of a
   * limit that was reached (`ETIMEDOUT`, `ENOBUFS`), of the kill, of the wait or of a pipe
   * (`EPIPE`: input that the child did not read); 0 when none of these.
   */
  error: number;
  /** The process identifier; 0 when it was not started. */
  pid: number;
  /** The exit code; absent after a signal. */
  status?: number | undefined;
  /** The number of the signal that ended the process; 0: none. */
  signal: number;
  /**
   * What came from the child's pipes, by its descriptor; absent when the process was not started.
   */
  output?: readonly (Buffer | null | undefined)[] | undefined;
  /** The number of the step that failed (`failed-step.ts`); 0 when none did. */
  failedStep: number;
  /** Whether `SIGKILL` had to follow the kill signal. */
  forceKilled?: boolean;
  /** Whether pipes were closed that a descendant held. */
  isCut?: boolean;
  /** What the process used (`resource-usage.ts`), if that is known. */
  usage?: readonly number[] | undefined;
  /** What is known instead of numbers, where Node's own module has run the process. */
  readonly byNode: NodesRun | undefined;
}

/** How a synchronous run by Node's own module ended. */
interface NodesRun {
  /** What failed, where that was not the program. */
  readonly failed: FailedPart | undefined;
  /** The name of the signal that ended the process; an empty string for one without a name. */
  readonly signal: NodeJS.Signals | '' | null;
}
