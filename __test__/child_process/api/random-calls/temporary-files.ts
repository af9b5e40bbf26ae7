import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  createWriteStream,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** More than a child writes to one that nobody reads. */
const LONGEST = 65_536;

/** Files whose descriptors are given to a child, and sockets. */
export class TemporaryFiles {
  #folder: string | undefined;
  readonly #descriptors: number[] = [];
  readonly #pipes: { readonly socket: Socket; readonly reader: number }[] = [];

  /** A descriptor of a new, empty file, to read and write. */
  open(): number {
    const descriptor = openSync(this.#newPath(), 'w+');
    this.#descriptors.push(descriptor);
    return descriptor;
  }

  /** A stream that writes to such a file. */
  openStream(): object {
    return createWriteStream('', { fd: this.open(), autoClose: false });
  }

  /** A socket of the event loop, whose other end nobody reads. */
  openSocket(): Socket {
    const path = this.#newPath();
    execFileSync('mkfifo', [path]);
    const flags = constants.O_RDWR | constants.O_NONBLOCK;
    const socket = new Socket({ fd: openSync(path, flags), readable: true, writable: true });
    this.#pipes.push({ socket, reader: openSync(path, flags) });
    return socket;
  }

  /** Closes all, removes them, and tells what is in them, in the order of opening. */
  collect(): Buffer[] {
    const folder = this.#folder;
    if (folder === undefined) return [];
    const contents = this.#descriptors.map((descriptor) => readFileSync(`/proc/self/fd/${descriptor}`));
    for (const descriptor of this.#descriptors) closeSync(descriptor);
    for (const { socket, reader } of this.#pipes) {
      contents.push(readPending(reader));
      closeSync(reader);
      socket.destroy();
    }
    rmSync(folder, { recursive: true });
    return contents;
  }

  #newPath(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'rt-std-files-'));
    return join(this.#folder, String(this.#descriptors.length + this.#pipes.length));
  }
}

function readPending(descriptor: number) {
  const bytes = Buffer.alloc(LONGEST);
  try {
    return bytes.subarray(0, readSync(descriptor, bytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return Buffer.alloc(0);
    throw error;
  }
}
