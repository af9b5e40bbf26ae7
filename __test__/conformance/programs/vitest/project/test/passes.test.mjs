import { execFile, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';

test('runs in a forked process', () => {
  expect(process.channel).toBeTruthy();
});

test.each(Array.from({ length: 20 }, (_, index) => index))('number %i', (number) => {
  expect([number]).toEqual([number]);
});

test('starts processes of its own', async () => {
  expect((await promisify(execFile)('echo', ['from a test'])).stdout).toBe('from a test\n');
  expect(spawnSync('echo', ['sync'], { encoding: 'utf8' }).stdout).toBe('sync\n');
});

test('a spy', () => {
  const spy = vi.fn((value) => value);
  spy(1);
  expect(spy).toHaveBeenCalledWith(1);
});

test('the child is stopped in time, and its events come, although timers are fakes', async () => {
  vi.useFakeTimers();
  try {
    const child = spawn('sleep', ['100'], { timeout: 50 });
    const events = [];
    for (const name of ['spawn', 'exit', 'close']) child.on(name, () => events.push(name));
    await new Promise((resolve) => child.on('close', resolve));
    expect([child.signalCode, ...events]).toEqual(['SIGTERM', 'spawn', 'exit', 'close']);
  } finally {
    vi.useRealTimers();
  }
});
