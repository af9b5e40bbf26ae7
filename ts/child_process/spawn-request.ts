import type { SpawnRequest } from '../binding/addon';
import { loadProcessAddon } from '../binding/process-addon';
import { platformArguments } from './arguments/command-line';
import { toPath } from './arguments/validate';
import type { NormalizedOptions } from './options';
import { refuseWithoutPermission } from './permission';
import { descriptorNumbers } from './stdio/descriptors';
import type { PlannedEntry } from './stdio/plan';

/**
 * The typed request for the addon, from the options of a spawn as they are after whoever patched the way there.
 *
 * @param options - the options
 * @param entries - the stdio plan
 * @param environment - `NAME=value` strings; `undefined` for the live environment of the process
 * @throws `ERR_ACCESS_DENIED` without the permission to start processes; what `loadProcessAddon()` throws
 */
export function buildRequest(
  options: NormalizedOptions,
  entries: readonly PlannedEntry[],
  environment: readonly string[] | undefined,
): SpawnRequest {
  refuseWithoutPermission(options.file);
  // Without a prototype: the addon reads optional members, and would take what a program put on Object.prototype.
  const request: SpawnRequest = Object.assign(Object.create(null), {
    file: upToNull(options.file),
    args: platformArguments(
      options.args?.map(upToNull) ?? [],
      Boolean(options.windowsVerbatimArguments),
      process.platform,
    ),
    descriptors: descriptorNumbers(entries, loadProcessAddon()),
    newSession: Boolean(options.detached),
  });
  if (environment) request.environment = environment.map(upToNull).join('\0');
  if (options.cwd != null && options.cwd !== '') request.workingDirectory = toPath(options.cwd, 'options.cwd');
  if (options.uid != null) request.uid = options.uid;
  if (options.gid != null) request.gid = options.gid;
  return request;
}

/** The public functions refuse a NUL. One that a patched method let in ends the string, as in C. */
function upToNull(value: unknown): string {
  // A template, unlike `String()`, refuses a symbol.
  const text = `${value}`;
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}
