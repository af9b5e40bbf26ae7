/**
 * Options of an `AsyncResource` that async_hooks see destroyed when it is closed, as a handle of
 * Node's, and not when it is collected. Without a prototype, from which it could inherit others.
 */
export const DESTROYED_BY_HAND = { requireManualDestroy: true, __proto__: null } as const;
