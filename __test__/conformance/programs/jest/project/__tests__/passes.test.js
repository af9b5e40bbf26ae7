test('runs in a worker process', () => {
  expect(process.env.JEST_WORKER_ID).toMatch(/^[12]$/);
  expect(typeof process.send).toBe('function');
});

test.each(Array.from({ length: 20 }, (_, index) => index))('number %i', (number) => {
  expect({ number, list: [number] }).toEqual({ number, list: [number] });
});

test('starts a process of its own', () => {
  const { execFileSync } = require('node:child_process');
  expect(String(execFileSync('echo', ['from a test']))).toBe('from a test\n');
});

test('a mock of child_process', () => {
  jest.isolateModules(() => {
    jest.doMock('node:child_process', () => ({ spawn: () => 'mocked' }));
    expect(require('node:child_process').spawn()).toBe('mocked');
  });
});

test('the child is stopped in time, and its events come, although timers are fakes', async () => {
  jest.useFakeTimers();
  try {
    const child = jest.requireActual('node:child_process').spawn('sleep', ['100'], { timeout: 50 });
    const events = [];
    for (const name of ['spawn', 'exit', 'close']) child.on(name, () => events.push(name));
    await new Promise((resolve) => child.on('close', resolve));
    expect([child.signalCode, ...events]).toEqual(['SIGTERM', 'spawn', 'exit', 'close']);
  } finally {
    jest.useRealTimers();
  }
});
