import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, type Server } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Listens at a port of the loopback interface that the system chooses, and resolves with it. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Connects, writes a line, and resolves with all that comes back. */
export async function ask(where: number | string, line: string): Promise<string> {
  const socket = typeof where === 'number' ? connect(where, '127.0.0.1') : connect(where);
  socket.write(`${line}\n`);
  return text(socket as Readable);
}

/**
 * Sends a datagram, again and again until one comes back: nobody promises that the first arrives.
 */
export async function askByDatagram(port: number, line: string): Promise<string> {
  const socket = createSocket('udp4');
  const timer = setInterval(() => socket.send(line, port, '127.0.0.1'), 20);
  const [answer] = (await once(socket, 'message')) as [Buffer];
  clearInterval(timer);
  socket.close();
  return String(answer);
}
