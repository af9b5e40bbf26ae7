import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { theirs } from '../support/modules';
import { isAlive } from '../support/processes';
import { PACKAGE } from '../support/program';

/** Milliseconds that a test waits for something. */
const LIMIT = 20_000;

/** The path of a file of an example. */
export function exampleFile(...path: string[]): string {
  return join(PACKAGE, 'examples', ...path);
}

/** How a program has ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running example, started by Node's own module, with what it has printed. */
export class Example {
  readonly child: ChildProcess;
  readonly ended: Promise<End>;
  stdout = '';
  stderr = '';

  constructor(t: ExecutionContext, name: string, args: readonly string[] = [], options: object = {}) {
    const path = exampleFile(...name.split('/'));
    this.child = theirs.spawn(process.execPath, [path.endsWith('.mjs') ? path : join(path, 'main.mjs'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = new Promise((resolve, reject) => {
      this.child.on('error', reject);
      this.child.on('close', (code, signal) => resolve({ code, signal }));
    });
    t.teardown(() => this.child.kill('SIGKILL'));
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** Waits until it has printed this, and returns it. */
  async prints(wanted: RegExp): Promise<RegExpExecArray> {
    let found: RegExpExecArray | null = null;
    await until(`${wanted} is printed`, () => {
      found = wanted.exec(this.stdout) ?? wanted.exec(this.stderr);
      return found !== null;
    }).catch((error: Error) => {
      throw new Error(`${error.message}; printed was:\n${this.stdout}${this.stderr}`);
    });
    return found as unknown as RegExpExecArray;
  }
}

/** Waits for something to become true. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + LIMIT; !(await condition()); await pause(20)) {
    if (Date.now() > end) throw new Error(`not after ${LIMIT} ms: ${what}`);
  }
}

/** Waits until none of these processes runs. */
export async function allGone(pids: readonly number[]): Promise<void> {
  await until(`${pids} have ended`, () => !pids.some(isAlive));
}

/** The children of a process that run. */
export function childrenOf(pid: number): number[] {
  const { stdout } = theirs.spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').map(Number).filter(Boolean).filter(isAlive);
}
