import { getBuiltinModule } from '../../node-builtins/built-in';
import { permissionModel } from '../../node-builtins/permission-model';
import { someOption } from '../../node-builtins/some-option';
import { NODE_MAJOR } from '../../node-version';
import { stringIncludes } from '../../realm/primordials';

/** What a flag of the permission model starts with (Node documentation, "Command-line API"). */
const FLAGS = [
  '--permission',
  '--allow-fs-read',
  '--allow-fs-write',
  '--allow-fs-vfs',
  '--allow-addons',
  '--allow-child-process',
  '--allow-inspector',
  '--allow-net',
  '--allow-openssl-store',
  '--allow-wasi',
  '--allow-worker',
];
/** Node passes it on only where `--experimental-ffi` is on, as from Node 26 on. */
const FFI = '--allow-ffi';
const SWITCHES = ['--permission', '--permission-audit'];

/**
 * Whether children are put under this process's permissions: from Node 22 on, and from Node 26 on
 * those of an audit too.
 */
export function passesPermissionsOn(): boolean {
  if (NODE_MAJOR < 22 || permissionModel() === undefined) return false;
  return NODE_MAJOR < 24 || NODE_MAJOR >= 26 || someOption(isEnforcing);
}

/** In a variable it may have quotes. */
function isEnforcing(word: string): boolean {
  return stringIncludes(word, '--permission') && !stringIncludes(word, 'audit');
}

/**
 * `NODE_OPTIONS` for a child that is to have this process's permissions, or `undefined` where it
 * stays what it is: the child has permissions of its own then.
 *
 * @param nodeOptions - what it would be
 * @param args - the child's arguments
 * @param execArgv - `process.execArgv`, which holds this process's flags
 */
export function withPermissionFlags(
  nodeOptions: string | undefined,
  args: readonly string[],
  execArgv: readonly string[],
): string | undefined {
  if (SWITCHES.some((flag) => args.includes(flag)) || hasSwitch(nodeOptions)) return undefined;
  const flags = execArgv.filter(
    (argument) =>
      FLAGS.some((flag) => argument.startsWith(flag)) || (argument.startsWith(FFI) && hasForeignFunctions()),
  );
  if (flags.length === 0) return undefined;
  return [...(nodeOptions ? [nodeOptions] : []), ...flags].join(' ');
}

function hasForeignFunctions(): boolean {
  const { isBuiltin } = (getBuiltinModule?.('module') ?? require('node:module')) as typeof import('node:module');
  return isBuiltin('node:ffi');
}

/** Not by searching the text: the value of another option may hold the name of a switch. */
function hasSwitch(nodeOptions: string | undefined): boolean {
  const tokens = String(nodeOptions ?? '').split(/\s+/);
  return tokens.some((token) => SWITCHES.some((flag) => token === flag || token.startsWith(`${flag}=`)));
}
