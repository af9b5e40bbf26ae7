import type { Socket } from 'node:net';

/** The parts of an HTTP connection that hang on its socket. */
interface HttpConnection {
  readonly parser?: unknown;
  /** The response, or request, that is being written. */
  readonly _httpMessage?: { detachSocket(socket: Socket): void } | null;
}

/** What of Node's `_http_common` is used here; it is public, but not among the public types. */
interface HttpCommon {
  readonly HTTPParser: abstract new () => object;
  freeParser(parser: object, request: null, socket: Socket): void;
}

/**
 * Frees the HTTP parser of a socket that leaves this process, and takes the socket from the
 * response that would write to it.
 */
export function detachFromHttp(socket: Socket): void {
  const { parser, _httpMessage: message } = socket as HttpConnection;
  if (!parser) return;
  // Whoever has a parser has loaded the module.
  const { freeParser, HTTPParser } = require('node:_http_common') as HttpCommon;
  if (!(parser instanceof HTTPParser)) return;
  freeParser(parser, null, socket);
  message?.detachSocket(socket);
}
