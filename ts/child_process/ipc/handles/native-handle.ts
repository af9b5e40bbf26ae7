import { arrayFind, arrayIncludes } from '../../../realm/primordials';
import { SafeWeakMap } from '../../../realm/safe-collections';

/** The classes of Node's wrappers of descriptors that a channel can pass. */
const NATIVE_HANDLE_KINDS = ['TCP', 'Pipe', 'UDP'] as const;

/** One of {@link NATIVE_HANDLE_KINDS}. */
export type NativeHandleKind = (typeof NATIVE_HANDLE_KINDS)[number];

/**
 * Node's wrapper of a socket's or a server's descriptor: an instance of its internal classes `TCP`,
 * `Pipe` and `UDP`. `cluster` sends and receives these themselves; in a socket or server they are
 * its `_handle`.
 */
export interface NativeHandle {
  /** The descriptor; negative when there is none (any more). */
  readonly fd: number;
  /** What is called for bytes that were read. */
  onread?: unknown;
  /** `false` when it is known that it does not read. */
  readonly reading?: boolean;
  /** Begins to read; not in `UDP`. Returns 0 or a negative error number. */
  readStart?(): number;
  /** Stops reading; not in `UDP`. */
  readStop?(): number;
  /** Takes a descriptor over. Returns 0 or a negative error number. */
  open(descriptor: number): number;
  /** Closes the descriptor, soon. */
  close(): void;
}

/** What the classes that were seen are; there are few. */
const kinds = new SafeWeakMap<object, NativeHandleKind>();

/** Nothing for what is no native handle. */
function nativeHandleKind(value: unknown): NativeHandleKind | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const itsClass: unknown = value.constructor;
  if (typeof itsClass !== 'function') return undefined;
  const known = kinds.get(itsClass);
  if (known !== undefined || !('fd' in value) || !('open' in value)) return known;
  // The classes are not exported; an object of another class with such a name has no descriptor to
  // send.
  const kind = arrayFind(NATIVE_HANDLE_KINDS, (name) => name === itsClass.name);
  if (kind !== undefined) kinds.set(itsClass, kind);
  return kind;
}

/** Whether a value is a native handle of one of these kinds. */
export function isOfKind(value: unknown, kinds: readonly NativeHandleKind[]): value is NativeHandle {
  const kind = nativeHandleKind(value);
  return kind !== undefined && arrayIncludes(kinds, kind);
}
