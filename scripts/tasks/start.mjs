// Sets everything up and runs the tour of examples/tour: `npm start`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildEverything } from '../build/everything.mjs';
import { main } from '../run/failure.mjs';
import { root } from '../run/project.mjs';

await main(async () => {
  await buildEverything();
  const tour = spawn(process.execPath, [join(root, 'examples', 'tour', 'index.mjs'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = await once(tour, 'exit');
  return status ?? 1;
});
