import { debug } from '../debug';
import { nodeError } from '../errors';
import { arch, environment, platform } from '../kept-process';
import { isBuildingSnapshot, NO_ADDON_IN_SNAPSHOT } from '../node-builtins/building-snapshot';
import { refusesSockets } from '../node-builtins/permission-model';
import { IS_NODE } from '../node-version';
import { process, sharedByCopies } from '../realm/main-realm';
import { rethrowPassing } from './passing-error';
import { loadProcessAddon } from './process-addon';
import { BACKEND_SWITCH } from './process-backend-names';
import { isNativeForced, isNodeForced, mayBeNative } from './process-backend-switch';

/** What starts processes: the native addon, or Node's own `child_process`. */
export type ProcessBackendName = 'native' | 'node';

/** The choice, and why it was made. */
interface ProcessBackend {
  readonly name: ProcessBackendName;
  /** A sentence without its full stop. */
  readonly reason: string;
}

/** Asked by every spawn. */
let isNodeChosen: boolean | undefined;

/**
 * Whether Node's own module starts the processes of `rt-std/child_process` in this thread.
 *
 * @throws as {@link processBackend}
 */
export function usesNode(): boolean {
  isNodeChosen ??= processBackend().name === 'node';
  return isNodeChosen;
}

/**
 * What starts the processes of this thread: chosen once, for all copies of this package. Where the
 * addon of a platform that has one does not load, and Node's module takes its place, that is a
 * process warning.
 *
 * @throws `ERR_INVALID_ARG_VALUE` for another value of `RT_STD_BACKEND` than `native` and `node`;
 * with `native`, and in Bun and Deno, what `loadProcessAddon()` throws
 */
export function processBackend(): ProcessBackend {
  return sharedByCopies('process backend', () => {
    const backend = choose();
    debug(() => `child_process: ${backend.name}, since ${backend.reason}`);
    return backend;
  });
}

function choose(): ProcessBackend {
  const wanted = environment[BACKEND_SWITCH] ?? '';
  if (wanted !== '' && !isNativeForced() && !isNodeForced()) {
    const text = `The environment variable ${BACKEND_SWITCH} must be 'native' or 'node'. Received '${wanted}'`;
    throw nodeError('TypeError', 'ERR_INVALID_ARG_VALUE', text);
  }
  if (isNodeForced()) return byNode(`${BACKEND_SWITCH} is 'node'`);
  if (!mayBeNative()) return byNode(withoutAsking(`${platform} ${arch}`));
  if (isBuildingSnapshot() && !isNativeForced()) return byNode(NO_ADDON_IN_SNAPSHOT);
  if (refusesSockets() && !isNativeForced()) return byNode('the permission model refuses sockets without --allow-net');
  try {
    loadProcessAddon();
  } catch (error) {
    rethrowPassing(error);
    if (isNativeForced() || !IS_NODE) throw error;
    return instead(error as Error);
  }
  return { name: 'native', reason: isNativeForced() ? `${BACKEND_SWITCH} is 'native'` : 'the native addon is loaded' };
}

/** Why the addon starts no processes on a platform where nobody asks for it. */
function withoutAsking(name: string): string {
  if (name !== 'win32 x64') return `rt-std has no native processes on ${name}`;
  return `on ${name} the addon starts processes only where ${BACKEND_SWITCH}=native asks for that`;
}

function byNode(reason: string): ProcessBackend {
  if (IS_NODE) return { name: 'node', reason };
  const text = `rt-std/child_process needs its native addon in Bun and Deno, whose own module cannot take its place: ${reason}`;
  throw nodeError('TypeError', 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', text);
}

function instead({ message }: Error): ProcessBackend {
  process.emitWarning(`rt-std/child_process uses Node's own module to start processes. ${message}`, {
    type: 'BackendWarning',
    code: BACKEND_SWITCH,
    detail: `${BACKEND_SWITCH}=node in the environment chooses that without a warning; docs/backends.md says what differs.`,
  });
  return { name: 'node', reason: message };
}
