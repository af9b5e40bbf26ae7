/** Every function of the module runs `cat`, which shows what it was started with. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import childProcess from 'rt-std/child_process';
import { testWhere } from '../../support/test-where';

const { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = childProcess;

export type Options = childProcess.SetupOptions & { detached?: boolean; uid?: number; gid?: number };
export type Failure = NodeJS.ErrnoException & { step?: string; spawnargs?: string[] };

export const FILES = ['/proc/self/limits', '/proc/self/status', '/proc/self/stat'];
export const IS_ROOT = process.getuid?.() === 0;
export const rootTest = testWhere(IS_ROOT, 'it needs root');

/** Each function runs `cat` with these files; all resolve to what it prints. */
export const FUNCTIONS: Record<string, (options: Options, file?: string) => Promise<string>> = {
  spawn: (options, file = 'cat') => {
    const child = spawn(file, FILES, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    return Promise.race([text(child.stdout as NodeJS.ReadableStream), failureOf(child)]);
  },
  exec: async (options, file = 'cat') => (await promisify(exec)(`exec ${file} ${FILES.join(' ')}`, options)).stdout,
  execFile: async (options, file = 'cat') => (await promisify(execFile)(file, FILES, options)).stdout,
  fork: (options, file = 'cat') => {
    const [first, ...rest] = FILES as [string, ...string[]];
    const child = fork(first, rest, { ...options, execPath: file, execArgv: [], silent: true });
    return Promise.race([text(child.stdout as NodeJS.ReadableStream), failureOf(child)]);
  },
  spawnSync: async (options, file = 'cat') => {
    const { error, stdout } = spawnSync(file, FILES, { ...options, encoding: 'utf8' });
    if (error) throw error;
    return stdout;
  },
  execSync: async (options, file = 'cat') =>
    execSync(`exec ${file} ${FILES.join(' ')}`, { ...options, encoding: 'utf8' }),
  execFileSync: async (options, file = 'cat') => execFileSync(file, FILES, { ...options, encoding: 'utf8' }),
};

function failureOf(child: childProcess.ChildProcess): Promise<never> {
  return new Promise((_, reject) => child.once('error', reject));
}

export interface Seen {
  limit(name: string): [soft: string, hard: string];
  status(name: string): string;
  readonly nice: number;
  readonly pid: number;
  readonly group: number;
}

export function seenIn(output: string): Seen {
  const fields = (/^\d+ \(.*$/m.exec(output)?.[0] ?? '').replace(/^.*\) /, '').split(' ');
  return {
    limit: (name) => (new RegExp(`^Max ${name} +(\\w+) +(\\w+)`, 'm').exec(output) ?? []).slice(1) as [string, string],
    status: (name) => new RegExp(`^${name}:[\\t ]*(.*?)[\\t ]*$`, 'm').exec(output)?.[1] as string,
    // As proc(5) counts them, the state is the third.
    nice: Number(fields[19 - 3]),
    group: Number(fields[5 - 3]),
    pid: Number(/^(\d+) \(/m.exec(output)?.[1]),
  };
}

export const own = seenIn(FILES.map((file) => readFileSync(file, 'utf8')).join(''));
/** The last processor that this process may use. */
export const CPU = Number(/\d+$/.exec(own.status('Cpus_allowed_list'))?.[0]);
