import { pathToFileURL } from 'node:url';
import test from 'ava';
import { fixture } from '../../support/program';
import { recordUntilClose } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';
import { event, sameEventsAsNode } from '../ipc/both-modules';

/** A shell that is forked instead of Node, and prints in a line where the child runs. */
const SHELL = { execPath: '/bin/sh', execArgv: [], silent: true };
const TELL = 'id -u; id -g; pwd; test "$(cut -d" " -f6 /proc/$$/stat)" = $$ && echo leads a session; exit 4';
const IS_ROOT = process.getuid?.() === 0;
/** Only root can become somebody else. */
const UID = IS_ROOT ? 65_534 : process.getuid?.();
const GID = IS_ROOT ? 65_534 : process.getgid?.();

for (const [name, options] of Object.entries({
  'nothing besides': {},
  'uid and gid': { uid: UID, gid: GID },
  gid: { gid: GID },
  detached: { detached: true },
  cwd: { cwd: '/usr' },
  'cwd as a URL': { cwd: pathToFileURL('/usr') },
})) {
  test(`fork() with ${name}: the child is where Node's is`, async (t) => {
    await sameAsNode(t, async ({ fork }) => {
      const child = fork('-c', [TELL], { ...SHELL, ...options });
      let output = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      const events = await recordUntilClose(child);
      return [output, events.filter(([event]) => event !== 'disconnect')];
    });
  });
}

for (const options of [{ timeout: 20 }, { timeout: 20, killSignal: 'SIGKILL' }] as const) {
  test(`fork() with ${JSON.stringify(options)} ends the child as Node does`, async (t) => {
    await sameEventsAsNode(t, ({ fork }) => fork('-c', ['exec sleep 60'], { ...SHELL, ...options }));
  });
}

test('fork() with an AbortSignal and a killSignal ends the child as Node does', async (t) => {
  await sameEventsAsNode(t, ({ fork }) => {
    const controller = new AbortController();
    const child = fork(fixture('ipc-idle.js'), { signal: controller.signal, killSignal: 'SIGKILL' });
    void event(child, 'message').then(() => controller.abort());
    return child;
  });
});
