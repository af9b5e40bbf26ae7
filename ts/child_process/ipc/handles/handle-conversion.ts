import type { SendOptions } from '../../types/messages';
import type { HandleMessage, HandleType } from './handle-message';
import type { NativeHandle, NativeHandleKind } from './native-handle';
import type { SocketLists } from './socket-lists';

/** How one type of handle is sent and received. */
export interface HandleConversion<Handle = unknown> {
  readonly type: HandleType;
  /** Of what kinds its native handle may be. */
  readonly kinds: readonly NativeHandleKind[];
  /** Whether the sender's own handle closes when the receiver has it. */
  moves(options: SendOptions): boolean;
  /** Whether `handle` is of this type. */
  matches(handle: unknown): handle is Handle;
  /** The native handle; nothing when it is closed, and so the message goes without. */
  native(handle: Handle): NativeHandle | null | undefined;
  /** What the receiver must know besides. */
  describe?(handle: Handle): Partial<HandleMessage>;
  /** Called just before the frame leaves. */
  beforeSending?(handle: Handle, lists: SocketLists): void;
  /** Detaches the native handle, which is on its way, from `handle`. */
  release?(handle: Handle): void;
  /** Whether the receiver can make use of a native handle of the right kind. */
  accepts?(native: NativeHandle): boolean;
  /**
   * Makes what the receiver's program gets, and gives it to `deliver`, now or later; `undefined`
   * when that fails.
   *
   * @throws when that fails at once
   */
  receive(native: NativeHandle, message: HandleMessage, lists: SocketLists, deliver: (handle: unknown) => void): void;
}
