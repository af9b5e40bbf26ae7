import { invalidArgumentValue, nodeError } from '../../errors';
import { create, keys } from '../../realm/primordials';
import type { SetupOptions } from '../types/setup-options';
import { readLimits, type SetLimits } from './limits';
import { validateArray, validateOptionalBoolean } from './validate';
import { validateWholeNumber } from './validate-number';

/** What is set in a child before its program is executed; each is there only if it was given. */
export interface Setup {
  limits?: SetLimits;
  umask?: number;
  priority?: number;
  processGroup?: number;
  groups?: readonly number[];
  noNewPrivileges?: true;
  cpuAffinity?: readonly number[];
}

/** The last process identifier, and so the last group, that a number of the kernel's can be. */
const LARGEST_GROUP = 2 ** 31 - 1;
/** Identities have 32 bits. */
const LARGEST_IDENTITY = 2 ** 32 - 1;
/** No kernel can be built for more processors. */
const LAST_CPU = 8191;

/** Options by which the child has a session, and so a group, of its own. */
interface WithSession {
  readonly detached?: boolean | undefined;
  readonly contain?: boolean | undefined;
  readonly terminal?: object | undefined;
}

/** The options that were given, of those that set up the child, as they are. */
export function givenSetup(options: SetupOptions): SetupOptions | undefined {
  const { limits, umask, priority, processGroup, groups, noNewPrivileges, cpuAffinity } = options;
  if (
    limits == null &&
    umask == null &&
    priority == null &&
    processGroup == null &&
    groups == null &&
    noNewPrivileges == null &&
    cpuAffinity == null
  ) {
    return undefined;
  }
  return { limits, umask, priority, processGroup, groups, noNewPrivileges, cpuAffinity };
}

/**
 * The options that set up the child, each read once.
 *
 * @param options - the options; `null` and `undefined` ask for nothing
 * @param platform - `process.platform`
 * @returns `undefined` when nothing is to be set
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, `ERR_OUT_OF_RANGE`;
 * `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` when something is to be set and this is not Linux
 */
export function readSetup(options: SetupOptions & WithSession, platform: NodeJS.Platform): Setup | undefined {
  const given = givenSetup(options);
  if (given === undefined) return undefined;
  const { limits, umask, priority, processGroup, groups, noNewPrivileges, cpuAffinity } = given;
  const setup: Setup = create(null);
  if (limits != null) setup.limits = readLimits(limits);
  if (umask != null) setup.umask = wholeNumber(umask, 'options.umask', 0, 0o777);
  if (priority != null) setup.priority = wholeNumber(priority, 'options.priority', -20, 19);
  if (processGroup != null) setup.processGroup = readGroup(processGroup, options);
  if (groups != null) setup.groups = wholeNumbers(groups, 'options.groups', LARGEST_IDENTITY);
  validateOptionalBoolean(noNewPrivileges, 'options.noNewPrivileges');
  if (noNewPrivileges) setup.noNewPrivileges = true;
  if (cpuAffinity != null) {
    setup.cpuAffinity = wholeNumbers(cpuAffinity, 'options.cpuAffinity', LAST_CPU);
    if (setup.cpuAffinity.length === 0) {
      throw invalidArgumentValue('options.cpuAffinity', cpuAffinity, 'must name a processor');
    }
  }
  const name = keys(setup)[0];
  if (name === undefined) return undefined;
  if (platform !== 'linux') throw optionUnavailable(name, `on ${platform}: it needs Linux`);
  return setup;
}

/** For an option that cannot be carried out: `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM`. */
export function optionUnavailable(option: string, where: string): Error {
  const text = `The option ${option} of rt-std/child_process is not available ${where}`;
  return nodeError('TypeError', 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', text);
}

function readGroup(value: unknown, { detached, contain, terminal }: WithSession): number {
  const name = 'options.processGroup';
  const group = wholeNumber(value, name, 0, LARGEST_GROUP);
  if (group !== 0 && (detached || contain || terminal)) {
    const others = contain ? 'options.contain' : 'options.terminal';
    const option = detached ? 'options.detached' : others;
    throw invalidArgumentValue(name, group, `must be 0 beside ${option}, which makes a new group`);
  }
  return group;
}

function wholeNumber(value: unknown, name: string, smallest: number, largest: number): number {
  validateWholeNumber(value, name, smallest, largest);
  return value as number;
}

function wholeNumbers(values: unknown, name: string, largest: number): readonly number[] {
  validateArray(values, name);
  const numbers: number[] = [];
  for (let index = 0; index < values.length; index++) {
    numbers[index] = wholeNumber(values[index], `${name}[${index}]`, 0, largest);
  }
  return numbers;
}
