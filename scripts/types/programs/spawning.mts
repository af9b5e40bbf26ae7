// Options that came from elsewhere, as programs for Node hand them to `spawn()`.
import type { Readable } from 'node:stream';
import * as cp from 'rt-std/child_process';

export function run(options: cp.SpawnOptionsWithoutStdio) {
  return cp.spawn('a', [], options).stdout.setEncoding('utf8');
}

export function runWithoutArguments(options: cp.SpawnOptionsWithoutStdio) {
  return cp.spawn('a', options).stdout.setEncoding('utf8');
}

export function runOther(options: Omit<cp.SpawnOptions, 'stdio'>) {
  return cp.spawn('a', [], options).stdout.setEncoding('utf8');
}

export function runPartly(options: Partial<cp.SpawnOptionsWithoutStdio>) {
  return cp.spawn('a', [], options).stdin.end();
}

export function runElsewhere(options: cp.SpawnOptionsWithoutStdio) {
  return cp.spawn('a', { ...options, cwd: '/' }).stderr.setEncoding('utf8');
}

/** What decides is what is written: a terminal gives no streams. */
export function runInTerminal(options: cp.SpawnOptionsWithoutStdio, others: cp.SpawnOptions) {
  const given = [
    cp.spawn('a', { terminal: {} }),
    cp.spawn('a', [], { terminal: { cols: 10 }, cwd: '/' }),
    cp.spawn('a', { ...options, terminal: {} }),
    cp.spawn('a', [], { ...others, terminal: {} }),
  ];
  const none: null[] = given.map((child) => child.stdout);
  const maybe: Readable | null = cp.spawn('a', [], others).stdout;
  // @ts-expect-error `stdio` may say otherwise
  cp.spawn('a', [], others).stdout.setEncoding('utf8');
  // @ts-expect-error a terminal is in their place
  cp.spawn('a', [], { terminal: {} }).stdout.setEncoding('utf8');
  return [given.map((child) => child.terminal.path), none, maybe];
}
