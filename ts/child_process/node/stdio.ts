import { Buffer } from 'node:buffer';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeError } from '../../errors';
import { platform } from '../../kept-process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from '../../node-builtins/kept-file-functions';
import { arrayMap, hasOwn } from '../../realm/primordials';
import { isOneOf, OF_FULL_TABLES } from '../error-names';
import type { PlannedEntry } from '../stdio/plan';

/** A plan as Node's `stdio` option. */
interface NodesStdio {
  /** 0, or the negative error number of a table of descriptors that is full. */
  readonly error: number;
  readonly stdio: (string | number | object)[];
  /** Closes what was opened for it in this process. To be called once the child is started. */
  release(): void;
}

/**
 * Turns a plan into Node's `stdio` option.
 *
 * @param entries - the plan
 * @param input - for a synchronous function: what it lets the child read, by its descriptor. Node's
 * takes that for standard input only: at other positions it becomes a file, which is removed when
 * the run is over
 * @throws `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` for a stream that a synchronous function cannot
 * share; the system's error for a file that cannot be written
 */
export function nodesStdio(entries: readonly PlannedEntry[], input?: readonly (Uint8Array | null)[]): NodesStdio {
  const opened: number[] = [];
  const folders: string[] = [];
  const release = (): void => {
    for (let index = 0; index < opened.length; index++) closeSync(opened[index] as number);
    for (let index = 0; index < folders.length; index++) rmSync(folders[index] as string, { recursive: true });
  };
  const open = (path: string, flags: string): number => {
    const descriptor = openSync(path, flags);
    opened[opened.length] = descriptor;
    return descriptor;
  };
  const openNothing = (): number | string => {
    try {
      return open(devNull, 'r+');
    } catch (error) {
      // The permission model may refuse it.
      if ((error as NodeJS.ErrnoException).code === 'ERR_ACCESS_DENIED') return 'ignore';
      throw error;
    }
  };
  const file = (bytes: Uint8Array): number => {
    const folder = mkdtempSync(join(tmpdir(), 'rt-std-input-'));
    folders[folders.length] = folder;
    const path = join(folder, 'input');
    writeFileSync(path, bytes, { mode: 0o600 });
    return open(path, 'r');
  };
  try {
    const stdio = arrayMap(entries, (entry, position) => {
      const bytes = input?.[position];
      if (bytes != null && position > 0 && isPipe(entry)) return file(bytes);
      // Node leaves these positions closed, except for the standard streams.
      if (entry.type === 'ignore' && position > 2) return openNothing();
      return nodesEntry(entry, position, input !== undefined);
    });
    return { error: 0, stdio, release };
  } catch (error) {
    release();
    const { errno } = error as NodeJS.ErrnoException;
    if (typeof errno !== 'number' || !isOneOf(OF_FULL_TABLES, errno)) throw error;
    return { error: errno, stdio: [], release: () => {} };
  }
}

/** Node's name of an entry for which nothing has to be opened. */
function nodesEntry(entry: PlannedEntry, position: number, synchronous: boolean): string | number | object {
  switch (entry.type) {
    case 'ignore':
    case 'closed':
      return 'ignore';
    case 'pipe':
    case 'overlapped':
      if (hasOwn(entry, 'ipc')) return 'ipc';
      // Elsewhere it is the same, but Node's synchronous functions do not know it anywhere.
      return platform === 'win32' && !synchronous ? entry.type : 'pipe';
    case 'wrap':
      // By its number: Node takes streams only, and not servers and sockets of UDP. On Windows, a
      // handle has none.
      if (platform !== 'win32') return inherited(entry.handle.fd);
      if (synchronous) throw streamUnavailable(position);
      return entry.stream;
    case 'inherit':
      return 'inherit';
    default:
      return inherited(entry.fd);
  }
}

/** Node's synchronous functions end the process for such an entry. */
function streamUnavailable(position: number): Error {
  const text = `A synchronous function cannot share a stream of this process on win32: options.stdio[${position}]`;
  return nodeError('TypeError', 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', text);
}

/** Node makes pipes of negative numbers. -1 is a stream that is closed. */
function inherited(descriptor: number): string | number | object {
  if (descriptor < -1) return 'ignore';
  return descriptor === -1 ? { fd: -1 } : descriptor;
}

function isPipe({ type }: PlannedEntry): boolean {
  return type === 'pipe' || type === 'overlapped';
}

/** What a synchronous function returns for positions whose input was a file. */
export function outputBesideInput(
  output: readonly (Buffer | null)[],
  input: readonly (Uint8Array | null)[],
): (Buffer | null)[] {
  return arrayMap(output, (bytes, position) => (position > 0 && input[position] != null ? Buffer.alloc(0) : bytes));
}
