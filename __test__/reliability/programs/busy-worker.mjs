// Spawns, forks and sends until it is terminated, which may be in the middle of any of these.
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { randomNumbers } from '../../soak/messages.mjs';
import { exec, fork, spawn, spawnSync } from './tested.mjs';

const CHILD = fileURLToPath(new URL('traffic-child.cjs', import.meta.url));
const random = randomNumbers(workerData.seed);
const quiet = (child) => child.on('error', () => {});

function talk(serialization) {
  const child = quiet(fork(CHILD, { serialization }));
  const send = () => {
    if (child.connected) child.send({ text: 'x'.repeat(random() * 100_000) });
  };
  child.on('message', send);
  for (let index = 0; index < 5; index++) send();
}

const KINDS = [
  () => quiet(spawn('sleep', ['0.05'], { stdio: 'ignore' })),
  () => quiet(spawn('cat')).stdin.end('some input'),
  () => quiet(spawn('no-such-program')),
  () => quiet(exec('echo output; sleep 0.02')),
  () => spawnSync('echo', ['output']),
  () => quiet(spawn('sleep', ['0.05'])).kill(),
  () => quiet(spawn('true', { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] })),
];

if (workerData.forks) talk(workerData.seed % 2 ? 'json' : 'advanced');
parentPort.postMessage('busy');
for (let index = 0; ; index++) {
  KINDS[Math.floor(random() * KINDS.length)]();
  if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, random() * 3));
  // No more than a machine can take when nobody terminates it in time.
  if (index > 300) break;
}
