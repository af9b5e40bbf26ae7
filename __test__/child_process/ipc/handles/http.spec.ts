import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { fixture } from '../../../support/program';
import { sameAsNode } from '../../../support/same-as-node';
import { event } from '../both-modules';

test('the socket of an HTTP request is detached from its parser and response, and the child answers', async (t) => {
  const results = await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('handle-respond.js'));
    await event(child, 'message');
    const left: unknown[] = [];
    const server = createServer((request, response) => {
      const socket = response.socket as Socket;
      child.send({ method: request.method, url: request.url }, socket);
      const { parser, _httpMessage } = socket as unknown as { parser: unknown; _httpMessage: unknown };
      left.push(parser, _httpMessage, response.socket, socket.timeout);
      server.close();
    });
    server.listen(0, '127.0.0.1');
    await event(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [response] = (await event(get({ port, host: '127.0.0.1', path: '/a?b', agent: false }), 'response')) as [
      IncomingMessage,
    ];
    const body = await text(response);
    const exited = event(child, 'exit');
    child.disconnect();
    await exited;
    return [response.statusCode, body, left];
  });
  t.deepEqual(results, [202, 'GET /a?b by the child', [null, null, null, 0]]);
});
