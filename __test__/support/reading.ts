import type { Readable } from 'node:stream';

/** Ways to read what a child writes. */
export const READINGS = ['data', 'data', 'text', 'readable', 'iteration', 'nothing'] as const;
export type Reading = (typeof READINGS)[number];

/**
 * Reads a stream.
 *
 * @returns the pieces as they come; an error that ends the reading is one of them, by its code
 */
export function read(stream: Readable, reading: Reading): (Buffer | string)[] {
  const pieces: (Buffer | string)[] = [];
  if (reading === 'text') stream.setEncoding('utf8');
  if (reading === 'readable') stream.on('readable', () => void takeAll(stream, pieces));
  else if (reading === 'iteration') void iterate(stream, pieces);
  else if (reading !== 'nothing') stream.on('data', (piece: Buffer | string) => pieces.push(piece));
  return pieces;
}

function takeAll(stream: Readable, pieces: (Buffer | string)[]): void {
  for (let piece = stream.read(); piece !== null; piece = stream.read()) pieces.push(piece);
}

async function iterate(stream: Readable, pieces: (Buffer | string)[]): Promise<void> {
  try {
    for await (const piece of stream) pieces.push(piece);
  } catch (error) {
    pieces.push(String((error as NodeJS.ErrnoException).code));
  }
}
