// Builds what is out of date and runs a program of examples/: `npm run example -- NAME`, with what
// the program is given after it. Without a name it lists them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { buildEverything } from '../build/everything.mjs';
import { Failure, main } from '../run/failure.mjs';
import { root } from '../run/project.mjs';

const folder = join(root, 'examples');
/** Those that docs/examples.md describes; the others have a task of their own. */
const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.mjs')) && !hasTask(name));

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) {
    console.log(names.join('\n'));
    return 0;
  }
  if (!names.includes(name))
    throw new Failure(`there is no example '${name}'`, { remedy: `take one of ${names.join(', ')}` });
  await buildEverything();
  const program = spawn(process.execPath, [join(folder, name, 'main.mjs'), ...args], { stdio: 'inherit' });
  // It decides what a signal does, and this process waits for its end. Ctrl-C reaches it without
  // help.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(name);
    process.on(name, () => name === 'SIGINT' || program.kill(name));
  }
  const [status, signal] = await once(program, 'exit');
  return status ?? 128 + constants.signals[signal];
});

function hasTask(name) {
  return name === 'browser' || name === 'terminal';
}
