import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Failure } from '../run/failure.mjs';

/** verdaccio needs this, whatever version runs the task. */
export const nodeOfRegistry = 'node@22';

const start = 60_000;

/**
 * Starts a registry on the loopback interface that knows no package but those published to it.
 *
 * @param {object} options
 * @param {string} options.node the Node that runs it
 * @param {string} options.modules the `node_modules` with verdaccio in it
 * @param {string} options.folder where it keeps its files
 * @returns {Promise<{ url: string, token: string, stop: () => Promise<void> }>} the token allows to
 *   publish
 */
export async function startRegistry({ node, modules, folder }) {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const configuration = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: {},
    packages: { '**': { access: '$all', publish: '$authenticated' } },
    log: { type: 'stdout', format: 'json', level: 'warn' },
  };
  // YAML is a superset of JSON.
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(configuration));
  const log = createWriteStream(join(folder, 'log'));
  const args = [join(modules, 'verdaccio', 'bin', 'verdaccio'), '--config', join(folder, 'config.yaml')];
  const server = spawn(node, [...args, '--listen', `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  const ended = once(server, 'exit');
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    kill();
    await ended;
    process.off('exit', kill);
  };
  try {
    await answers(`${url}-/ping`, server);
    return { url, token: await register(url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(url, server) {
  for (const end = Date.now() + start; Date.now() < end; ) {
    if (server.exitCode !== null) throw new Failure(`the registry ended with status ${server.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Failure(`the registry does not answer within ${start / 1000} s`);
}

async function register(url) {
  const body = JSON.stringify({ name: 'publisher', password: 'only for this registry' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}-/user/org.couchdb.user:publisher`, { method: 'PUT', headers, body });
  const { token } = await answer.json();
  if (typeof token !== 'string') throw new Failure(`the registry registers nobody: status ${answer.status}`);
  return token;
}
