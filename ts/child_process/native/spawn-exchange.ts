import type { NativeAddon } from '../../binding';
import { arrayAppend, arrayJoin } from '../../realm/primordials';
import { terminalNumbers } from '../arguments/terminal';
import type { NodesStart, SpawnRequest } from '../backend-types';
import { descriptorNumbers } from '../stdio/descriptors';
import type { Containment } from '../types/ending-options';
import { setupNumbers } from './setup-numbers';

/** The result of a spawn. */
export interface SpawnOutcome {
  /** 0, or the negative error number of the kernel. */
  readonly error: number;
  /** The number of the step that failed (`failed-step.ts`); 0 when none did. */
  readonly failedStep: number;
  /** The process identifier; 0 after a failure. */
  readonly pid: number;
  /** The addon's name for the child; 0 after a failure. */
  readonly id: number;
  /** The addon's name for the child's terminal; 0 when it has none. */
  readonly terminal: number;
  /** By what the child's descendants are known, where that was asked for. */
  readonly containment: Containment | undefined;
  /**
   * The parent's ends of pipes, by the child's descriptor; -1 where there is none. They are the
   * caller's from here on; or the addon's names for them, where it holds them.
   */
  readonly pipes: readonly number[];
  /** In the place of pipes, where Node's own module has started the process. */
  readonly byNode?: NodesStart;
}

/** The flags of a request; `crates/napi/src/request.rs` names them alike. */
const Flag = {
  newSession: 1,
  hasDirectory: 2,
  hasEnvironment: 4,
  hasUser: 8,
  hasGroup: 16,
  hasSetup: 32,
  hasTerminal: 64,
  hidden: 128,
  holdsPipes: 256,
  contained: 1 << 23,
} as const;

/** From this bit of the flags on: the number of the signal of this process's end. */
const DEATH_SIGNAL = 24;

/** By their numbers in `crates/napi/src/exports/contained.rs`. */
const CONTAINMENTS = [undefined, 'session', 'cgroup'] as const;

/** Where the descriptors begin in the numbers. */
const DESCRIPTORS = 5;

/**
 * The numbers of a request, and of its result. Kept: a typed array costs more to make than to
 * fill, and nothing else runs between filling and reading.
 */
let numbers = new Int32Array(32);

/**
 * Called when a child has ended, with the addon's name for it; and where it was reaped, with its
 * exit code, the number of the signal that ended it (0: none), and what it used, if that is known.
 */
type ExitListener = (id: number, ...end: number[]) => void;

/** Has the addon start a process and watch it. */
export function startProcess(addon: NativeAddon, request: SpawnRequest, onExit: ExitListener): SpawnOutcome {
  const text = textOf(request);
  addon.spawn(text, numbersOf(addon, request), onExit);
  const error = numbers[0] as number;
  const failedStep = numbers[1] as number;
  const pid = numbers[2] as number;
  const id = numbers[3] as number;
  const containmentNumber = numbers[4] as number;
  const pipes: number[] = [];
  for (let position = 0; position < request.entries.length; position++) {
    pipes[position] = numbers[DESCRIPTORS + position] as number;
  }
  let terminal = 0;
  if (request.terminal !== undefined) {
    // In the place of a pipe that the child does not have.
    terminal = error === 0 ? (pipes[0] as number) : 0;
    pipes[0] = -1;
  }
  const containment = CONTAINMENTS[containmentNumber];
  return { error, failedStep, pid, id, terminal, containment, pipes };
}

/** The strings of a request in one, each ended by NUL, as the addon's functions take them. */
export function textOf({ file, args, environment, workingDirectory, terminalName }: SpawnRequest): string {
  let text = `${file}\0`;
  if (workingDirectory !== undefined) text += `${workingDirectory}\0`;
  if (terminalName !== undefined) text += `${terminalName}\0`;
  if (args.length > 0) text += `${arrayJoin(args, '\0')}\0`;
  return environment === undefined ? text : `${text}${arrayJoin(environment, '\0')}\0`;
}

/**
 * The numbers of a request, as the addon's functions take them. They are good until the next call.
 */
export function numbersOf(addon: NativeAddon, request: SpawnRequest): Int32Array {
  const { args, uid, gid } = request;
  const descriptors = descriptorNumbers(request.entries, addon);
  const behind = numbersBehind(request);
  const length = DESCRIPTORS + descriptors.length + (behind === undefined ? 0 : behind.length);
  if (numbers.length < length) numbers = new Int32Array(2 * length);
  numbers[0] = flagsOf(request);
  numbers[1] = uid ?? 0;
  numbers[2] = gid ?? 0;
  numbers[3] = args.length;
  numbers[4] = descriptors.length;
  for (let position = 0; position < descriptors.length; position++) {
    numbers[DESCRIPTORS + position] = descriptors[position] as number;
  }
  for (let index = 0; behind !== undefined && index < behind.length; index++) {
    numbers[DESCRIPTORS + descriptors.length + index] = behind[index] as number;
  }
  return numbers;
}

function numbersBehind({ terminal, setup }: SpawnRequest): readonly number[] | undefined {
  const ofSetup = setup === undefined ? undefined : setupNumbers(setup);
  if (terminal === undefined) return ofSetup;
  return arrayAppend(terminalNumbers(terminal), ofSetup ?? []);
}

function flagsOf({
  newSession,
  workingDirectory,
  environment,
  uid,
  gid,
  setup,
  deathSignal,
  terminal,
  hidden,
  contained,
  holdsPipes,
}: SpawnRequest): number {
  return (
    (newSession ? Flag.newSession : 0) |
    (workingDirectory === undefined ? 0 : Flag.hasDirectory) |
    (environment === undefined ? 0 : Flag.hasEnvironment) |
    (uid === undefined ? 0 : Flag.hasUser) |
    (gid === undefined ? 0 : Flag.hasGroup) |
    (setup === undefined ? 0 : Flag.hasSetup) |
    (terminal === undefined ? 0 : Flag.hasTerminal) |
    (hidden ? Flag.hidden : 0) |
    (contained ? Flag.contained : 0) |
    (holdsPipes ? Flag.holdsPipes : 0) |
    (deathSignal << DEATH_SIGNAL)
  );
}
