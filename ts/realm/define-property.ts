import { defineOwnProperty, definePropertyOrThrow } from './primordials';

/**
 * `Object.defineProperty`, for which only the descriptor's own members count: it also reads
 * inherited ones, and a program may have put a `get` or a `value` on `Object.prototype`.
 */
export function defineProperty<Target extends object>(
  target: Target,
  name: PropertyKey,
  descriptor: PropertyDescriptor & ThisType<unknown>,
): Target {
  return definePropertyOrThrow(target, name, { __proto__: null, ...descriptor } as PropertyDescriptor);
}

/**
 * Adds what Node does not have to something that programs use as Node's: they may put something of
 * their own there, and what lists, prints, compares or copies it does not find ours.
 */
export function defineHidden<Target extends object>(target: Target, name: PropertyKey, value: unknown): Target {
  return defineProperty(target, name, { value, writable: true, enumerable: false, configurable: true });
}

/**
 * What an assignment does where there is no property of that name, or an accessor of ours that
 * gives way. Nothing in an object that a program has sealed.
 */
export function defineAssigned(target: object, name: PropertyKey, value: unknown): void {
  const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
  defineOwnProperty(target, name, descriptor as PropertyDescriptor);
}
