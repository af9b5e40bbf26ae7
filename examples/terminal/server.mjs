/**
 * A shell in a page: serves the page and a WebSocket on this machine only. `npm run
 * example:terminal` installs what it needs and starts it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { connect } from './connection.mjs';

const files = {
  '/': ['text/html; charset=utf-8', './index.html'],
  '/main.mjs': ['text/javascript; charset=utf-8', './main.mjs'],
  '/themes.mjs': ['text/javascript; charset=utf-8', './themes.mjs'],
  '/style.css': ['text/css; charset=utf-8', './style.css'],
  '/xterm.mjs': ['text/javascript; charset=utf-8', '@xterm/xterm/lib/xterm.mjs'],
  '/xterm.css': ['text/css; charset=utf-8', '@xterm/xterm/css/xterm.css'],
  '/addon-fit.mjs': ['text/javascript; charset=utf-8', '@xterm/addon-fit/lib/addon-fit.mjs'],
};

/**
 * Whoever has the token has a shell as this user. It is in the part of the URL that browsers send
 * to nobody.
 *
 * @param {object} [options]
 * @param {number} [options.port] default: one that is free
 * @param {string} [options.shell] default: the user's
 * @param {string[]} [options.args]
 * @param {import('rt-std/child_process').SpawnOptions} [options.spawn] further options of the shell
 * @returns {Promise<{ url: string, origin: string, token: string, close: () => void }>}
 */
export async function serve({ port = 0, shell = process.env.SHELL || 'sh', args = [], spawn = {} } = {}) {
  const token = randomBytes(32).toString('base64url');
  const server = createServer(answer);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${server.address().port}`;
  const origin = `http://${host}`;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1 << 20, handleProtocols: () => 'terminal' });

  function answer(request, response) {
    const [type, file] = files[new URL(request.url, origin).pathname] ?? [];
    // Another name that leads to this machine is another site's.
    if (!file || request.headers.host !== host) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // xterm.js writes its colours into style elements.
      'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; connect-src ws://${host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    });
    createReadStream(fileURLToPath(import.meta.resolve(file))).pipe(response);
  }

  function mayConnect({ headers }) {
    const [, given = ''] = (headers['sec-websocket-protocol'] ?? '').split(/, */);
    const [mine, theirs] = [Buffer.from(token), Buffer.from(given)];
    const knowsToken = mine.length === theirs.length && timingSafeEqual(mine, theirs);
    return knowsToken && headers.host === host && headers.origin === origin;
  }

  server.on('upgrade', (request, socket, head) => {
    if (mayConnect(request)) {
      sockets.handleUpgrade(request, socket, head, (connection) => connect(connection, shell, args, spawn));
    } else {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    }
  });
  const close = () => {
    for (const connection of sockets.clients) connection.terminate();
    server.close();
    server.closeAllConnections();
  };
  return { url: `${origin}/#${token}`, origin, token, close };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serve({ port: Number(process.env.PORT ?? 0) });
  console.log(`a shell is at ${url} (Ctrl+C ends it)`);
}
