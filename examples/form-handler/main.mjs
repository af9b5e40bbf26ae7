/**
 * A server with a form:
 *
 *     node main.mjs                          http://localhost:8080/, or the PORT of the environment
 *
 * `form.mjs` reads what browsers send. The answer is a page, or JSON for who asks for that.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { FormError, list, readForm } from './form.mjs';

const page = readFileSync(new URL('form.html', import.meta.url));

/** What the form of the page holds. Whoever sends a request can send anything else. */
function orderFrom(form) {
  const { name, note, newsletter } = form;
  if (typeof name !== 'string' || name.trim() === '') throw new FormError(422, 'The field "name" is empty');
  return {
    name,
    note: typeof note === 'string' ? note.replaceAll('\r\n', '\n') : '', // browsers send CRLF
    toppings: list(form, 'topping[]'), // none, one or many
    newsletter: newsletter !== undefined, // a box that is not ticked is not sent
    // Names with brackets are names like others: what they mean is up to this program.
    sizes: Object.fromEntries(
      Object.keys(form)
        .map((key) => [key, /^size\[(\w+)\]$/.exec(key)?.[1]])
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [item, list(form, key).at(-1)]),
    ),
  };
}

async function answer(request, response) {
  if (request.method === 'GET' && request.url === '/') return send(response, 200, 'text/html', page);
  if (request.method !== 'POST' || request.url !== '/order') return send(response, 404, 'text/plain', 'Not found\n');
  const order = orderFrom(await readForm(request));
  const json = `${JSON.stringify(order, null, 2)}\n`;
  if (request.headers.accept?.includes('application/json')) return send(response, 200, 'application/json', json);
  send(response, 200, 'text/html', `<!doctype html><title>Your order</title><pre>${escapeHtml(json)}</pre>`);
}

function send(response, status, type, body) {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8` }).end(body);
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    const status = error instanceof FormError ? error.status : 500;
    if (status === 500) console.error(error);
    // The rest of a body that is refused is not read: the connection ends with the answer.
    response.setHeader('Connection', 'close');
    send(response, status, 'text/plain', `${status === 500 ? 'Internal error' : error.message}\n`);
  });
});
server.listen(Number(process.env.PORT ?? 8080), 'localhost', () => {
  console.log(`http://localhost:${server.address().port}/`);
});
for (const name of ['SIGINT', 'SIGTERM']) {
  process.once(name, () => {
    server.close();
    server.closeAllConnections();
  });
}
