import { arch, environment, platform } from '../kept-process';
import { apply, includes } from '../realm/kept-functions';
import { BACKEND_SWITCH, NATIVE_PLATFORMS } from './process-backend-names';

/** Whether the environment chooses the addon, whatever the platform. */
export function isNativeForced(): boolean {
  return environment[BACKEND_SWITCH] === 'native';
}

/** Whether the environment chooses Node's own module. */
export function isNodeForced(): boolean {
  return environment[BACKEND_SWITCH] === 'node';
}

/**
 * Whether the addon may take a child's own channel over from Node: not on Windows, where libuv's
 * pipe cannot be taken out of it.
 */
export function mayTakeChannelOver(): boolean {
  return platform !== 'win32' && mayBeNative();
}

/** Whether it is worth trying to load the addon for its processes. */
export function mayBeNative(): boolean {
  if (isNativeForced()) return true;
  return !isNodeForced() && (apply(includes, NATIVE_PLATFORMS, [`${platform} ${arch}`]) as boolean);
}
