import { connect, createServer } from 'node:net';

/** A pair of connected sockets; the accepted one has read nothing. */
export function socketPair() {
  return new Promise((resolve, reject) => {
    let client;
    const server = createServer({ pauseOnConnect: true }, (accepted) => {
      server.close();
      resolve({ accepted, client });
    }).on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      client = connect(server.address().port, '127.0.0.1').on('error', reject);
    });
  });
}

/** All that comes until the other side ends. */
export function textOf(client) {
  return new Promise((resolve, reject) => {
    let text = '';
    client.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    client.on('error', reject).on('close', () => resolve(text));
  });
}
