import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { ours } from '../../support/modules';
import { fixture } from '../../support/program';
import { recordUntilClose } from '../../support/recorder';

const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'rt-std');

/**
 * Children of other runtimes that read Node's variables, with what they need before the program.
 */
const RUNTIMES = {
  bun: { scope: '@oven', program: join('bin', 'bun'), execArgv: [] },
  deno: { scope: '@deno', program: 'deno', execArgv: ['run', '--allow-all', '--no-config'] },
};

/** The executable that `npm run runtimes` has installed, if it has. */
function installed(name: string, scope: string, program: string): string | undefined {
  const candidates = folders(CACHE)
    .filter((folder) => folder.startsWith(`runtime-${name}-`))
    .flatMap((folder) => {
      const packages = join(CACHE, folder, 'node_modules', scope);
      return folders(packages).map((found) => join(packages, found, program));
    });
  return candidates.find((path) => existsSync(path));
}

function folders(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
}

for (const [name, { scope, program, execArgv }] of Object.entries(RUNTIMES)) {
  const execPath = installed(name, scope, program);
  const title = `a child of ${name} exchanges messages in JSON, and ends with the channel`;
  if (execPath === undefined) {
    test.skip(`${title} (skipped: npm run runtimes ${name} has not installed it)`, () => {});
    continue;
  }
  test(title, async (t) => {
    const child = ours.fork(fixture('ipc-echo.js'), { execPath, execArgv });
    const ended = recordUntilClose(child);
    const sent = [1, 'text é😀\u2028', null, { nested: [true, { text: '"\\\n' }] }, { text: 'x'.repeat(300_000) }];
    for (const message of sent) child.send(message as object);
    const received: unknown[] = [];
    await new Promise<void>((resolve) => {
      child.on('message', (message) => {
        received.push(message);
        if (received.length === sent.length) resolve();
      });
    });
    t.deepEqual(received, sent);
    child.disconnect();
    const events = await ended;
    t.deepEqual(
      events.filter(([event]) => event !== 'message').map(([event]) => event),
      ['spawn', 'disconnect', 'exit', 'close'],
    );
    t.false(child.connected);
  });
}
