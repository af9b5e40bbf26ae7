import { definePropertyOrThrow } from './primordials';

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
