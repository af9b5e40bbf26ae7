import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves a folder's files on this machine only.
 *
 * @param {string} folder
 * @param {object} [options]
 * @param {string} [options.policy] the Content-Security-Policy of every answer; default: none
 * @param {Record<string, string>} [options.mounts] other files by the path of their URL:
 *   `/querystring.mjs` → a path
 * @param {number} [options.port] default: one that is free
 * @returns {Promise<{ origin: string, requests: string[], close: () => void }>} where it is, and
 *   the paths that were asked for, in order
 */
export async function serve(folder, { policy, mounts = {}, port = 0 } = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    requests.push(pathname);
    const file = Object.hasOwn(mounts, pathname) ? mounts[pathname] : fileIn(folder, pathname);
    if (!file || !isFile(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(policy && { 'Content-Security-Policy': policy }),
    });
    createReadStream(file).pipe(response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${server.address().port}`, requests, close: () => server.close() };
}

// What is percent-encoded is not decoded: no file here needs it.
function fileIn(folder, pathname) {
  const path = normalize(join(folder, pathname));
  if (path !== folder && !path.startsWith(folder + sep)) return undefined;
  return pathname.endsWith('/') ? join(path, 'index.html') : path;
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
