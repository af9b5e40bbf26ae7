import { existsSync, readFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { candidatePlatforms, currentPlatform, processChoice, querystringChoice } from '../backend/choices';

/** What was found out about one thing, and what to do when it is not as it should be. */
interface Finding {
  readonly name: string;
  readonly found: string;
  readonly remedy?: string;
}

const PACKAGE = join(__dirname, '..', '..');
/** Variables that change what this package does. */
const SWITCHES = ['RT_STD_BACKEND', 'RT_STD_OVERRIDE', 'RT_STD_CHANNEL', 'RT_STD_DISABLE', 'NODE_OPTIONS'];
/** How long the child that tries out containment may run. */
const LIMIT = 10_000;

const NEEDS_NATIVE = 'not available: it needs Linux and the native addon';

type Failure = NodeJS.ErrnoException;

const MOUNT_TERMINALS = 'mount devpts on /dev/pts, and let /dev/ptmx be its device (5, 2) or a link to pts/ptmx';
/** By the code of the error; the kernel's ENOSPC is EAGAIN here, as POSIX has it. */
const TERMINAL_REMEDIES: Readonly<Record<string, string>> = {
  EAGAIN: 'end programs that hold terminals, or raise /proc/sys/kernel/pty/max or the option max= of devpts',
  ENOENT: MOUNT_TERMINALS,
  ENODEV: MOUNT_TERMINALS,
  ENOTTY: MOUNT_TERMINALS,
  EACCES: 'let this user read and write /dev/ptmx (mode 666)',
  EPERM: 'let this process open /dev/ptmx: a sandbox or a filter of devices refuses it',
};
const OTHER_TERMINAL_REMEDY = 'what the error says; docs/terminals.md has the details';

/** The version of this package. */
export function ownVersion(): string {
  return versionIn(PACKAGE) as string;
}

/**
 * Finds out how this package works here, and prints it on standard output: a line for each thing,
 * and below it what to do where something is not as it should be.
 *
 * @returns the exit code: 0 when there is nothing to do
 */
export function doctor(): number {
  const findings = [
    runtimeVersions(),
    processes(),
    queryStrings(),
    addonVersion(),
    override(),
    switches(),
    containment(),
    terminals(),
  ];
  for (const { name, found, remedy } of findings) {
    process.stdout.write(`${name}: ${found}\n`);
    if (remedy !== undefined) process.stdout.write(`  what to do: ${remedy}\n`);
  }
  return findings.some(({ remedy }) => remedy !== undefined) ? 1 : 0;
}

function runtimeVersions(): Finding {
  const { version, platform, arch, versions: all } = process;
  const runtime = all.bun ? `Bun ${all.bun}` : all.deno ? `Deno ${all.deno}` : `Node ${version}`;
  return { name: 'versions', found: `rt-std ${ownVersion()}, ${runtime}, ${platform} ${arch}, kernel ${release()}` };
}

function processes(): Finding {
  const name = 'child_process';
  const { name: chosen, reason } = processChoice();
  const found = `${chosen ?? 'nothing'} (${reason})`;
  const isWanted = chosen === 'native' || process.env.RT_STD_BACKEND === 'node' || process.platform !== 'linux';
  return isWanted ? { name, found } : { name, found, remedy: 'what the reason says; docs/backends.md has the details' };
}

function queryStrings(): Finding {
  const { name, reason } = querystringChoice();
  return { name: 'querystring', found: `${name} (${reason})` };
}

/** An addon of another version may lack what this one calls. */
function addonVersion(): Finding {
  const name = 'addon';
  const current = currentPlatform();
  for (const platform of new Set([current, ...candidatePlatforms()])) {
    if (existsSync(join(PACKAGE, 'npm', platform, `rt-std.${platform}.node`))) {
      return { name, found: `built in this clone, for ${platform}` };
    }
    const version = installedVersion(`rt-std-${platform}`);
    if (version === undefined) continue;
    const found = `rt-std-${platform} ${version}`;
    const isFitting = process.platform !== 'linux' || platform === current;
    if (version === ownVersion() && isFitting) return { name, found };
    return {
      name,
      found: isFitting ? found : `${found}, which is for another C library`,
      remedy: `npm install rt-std-${isFitting ? platform : current}@${ownVersion()}`,
    };
  }
  return { name, found: 'none is installed' };
}

function installedVersion(name: string): string | undefined {
  try {
    return versionIn(join(require.resolve(`${name}/package.json`), '..'));
  } catch {
    return undefined;
  }
}

function versionIn(folder: string): string | undefined {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version?: string }).version;
}

function override(): Finding {
  const { ChildProcess } = require('node:child_process') as { ChildProcess: unknown };
  const isOn = ChildProcess === ownChildProcess().ChildProcess;
  return {
    name: 'override',
    found: isOn ? "Node's modules are replaced in this process" : "Node's own modules are in their place",
  };
}

function switches(): Finding {
  const set = SWITCHES.filter((name) => process.env[name] !== undefined).map((name) => `${name}=${process.env[name]}`);
  return { name: 'environment', found: set.length === 0 ? 'nothing changes what rt-std does' : set.join(' ') };
}

/** By trying it: what a control group takes depends on more than the system's version. */
function containment(): Finding {
  const name = 'contain';
  if (!isNative()) return { name, found: NEEDS_NATIVE };
  const child = ownChildProcess().spawn(process.execPath, ['-e', ''], {
    contain: true,
    stdio: 'ignore',
    timeout: LIMIT,
  });
  // The child must not keep this process from printing the rest; its end comes by itself.
  child.on('error', () => {});
  const found =
    child.containment === 'cgroup'
      ? 'by a control group'
      : 'by session and a variable; a control group takes Linux 5.7 and a delegated hierarchy of version 2';
  return { name, found };
}

/** By trying it: a container may have no terminals although its system has them. */
function terminals(): Finding {
  const name = 'terminal';
  if (!isNative()) return { name, found: NEEDS_NATIVE };
  const { error, status } = tryTerminal();
  if (error === undefined && status === 0) return { name, found: 'available' };
  const { code = '', message } = (error ?? { message: `the child has no terminal, exit code ${status}` }) as Failure;
  return { name, found: `not available: ${message}`, remedy: TERMINAL_REMEDIES[code] ?? OTHER_TERMINAL_REMEDY };
}

function tryTerminal(): { readonly error?: Failure; readonly status?: number | null } {
  try {
    return ownChildProcess().spawnSync('/bin/sh', ['-c', 'test -t 0'], { terminal: {}, timeout: LIMIT });
  } catch (error) {
    return { error: error as Failure };
  }
}

function isNative(): boolean {
  return process.platform === 'linux' && processChoice().name === 'native';
}

function ownChildProcess(): typeof import('../index')['child_process'] {
  return (require('../index') as typeof import('../index')).child_process;
}
