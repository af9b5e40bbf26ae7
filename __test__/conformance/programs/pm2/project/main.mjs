import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pm2 from 'pm2';

const call = (name, ...args) => promisify(pm2[name]).call(pm2, ...args);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function until(condition) {
  while (!(await condition())) await delay(50);
}

const find = async (name) => (await call('list')).filter((one) => one.name === name);
const statusOf = (one) => one.pm2_env.status;

const port = await freePort();
await call('connect', true);
await call('start', { script: 'crashing.cjs', name: 'crashing', min_uptime: 100, restart_delay: 10 });
await call('start', {
  script: 'web.cjs',
  name: 'web',
  instances: 2,
  exec_mode: 'cluster',
  wait_ready: true,
  env: { WEB_PORT: String(port) },
});
const all = await call('list');

const pids = new Set();
await until(async () => {
  pids.add(await (await fetch(`http://127.0.0.1:${port}`)).text());
  return pids.size === 2;
});

const bus = await call('launchBus');
const [crashing] = await find('crashing');
const message = new Promise((resolve) => bus.on('process:msg', ({ data }) => resolve(data)));
await call('sendDataToProcessId', { type: 'process:msg', id: crashing.pm_id, topic: 'echo', data: { text: 'hello' } });
const echo = await message;

await call('sendDataToProcessId', { type: 'process:msg', id: crashing.pm_id, topic: 'crash', data: {} });
await until(async () =>
  (await find('crashing')).every((one) => one.pid !== crashing.pid && statusOf(one) === 'online'),
);

const before = (await find('web')).map(({ pid }) => pid);
await call('reload', 'web');
const after = (await find('web')).map(({ pid }) => pid);
await call('stop', 'web');
const stopped = (await find('web')).map(statusOf);
await call('delete', 'all');
const left = await call('list');

console.log(
  JSON.stringify({
    modes: Object.fromEntries(
      ['crashing', 'web'].map((name) => [
        name,
        all.filter((one) => one.name === name).map((one) => one.pm2_env.exec_mode),
      ]),
    ),
    statuses: all.map(statusOf),
    answered: pids.size,
    message: echo,
    restarted: true,
    reloaded: after.length === 2 && after.every((pid) => !before.includes(pid)),
    stopped: [...new Set(stopped)].join(),
    left: left.length,
  }),
);
await call('killDaemon').catch(() => {});
process.exit();
