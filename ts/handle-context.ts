import { AsyncResource } from 'node:async_hooks';

/** Something that may keep the event loop alive. */
interface Handle {
  /** Whether it does now. */
  hasRef(): boolean;
}

/**
 * Options of an `AsyncResource` that async_hooks see destroyed when it is closed, as a handle of
 * Node's, and not when it is collected. Without a prototype, from which it could inherit others.
 */
export const DESTROYED_BY_HAND = { requireManualDestroy: true, __proto__: null } as const;

/**
 * The async context of what Node has a handle for. Tools that look for what keeps a program from
 * ending (`jest --detectOpenHandles`, `why-is-node-running`) ask each resource that async_hooks
 * show them for `hasRef()`: one without it counts as a handle that always does.
 */
export class HandleContext extends AsyncResource {
  /** Not there yet when async_hooks see this made. */
  readonly handle: Handle | undefined;

  /**
   * @param type - of the resource
   * @param handle - what may keep the event loop alive
   */
  constructor(type: string, handle: Handle) {
    super(type, DESTROYED_BY_HAND);
    this.handle = handle;
  }

  hasRef(): boolean {
    return this.handle === undefined || this.handle.hasRef();
  }
}
