/** Under which name a thread keeps that this was done, for all copies of this package. */
export const OTHER_ADDONS = 'other addons';

type Dlopen = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Calls back right before the first addon of this thread is loaded that is not ours.
 *
 * This is part of the small file that each process with a preload loads, and imports nothing.
 *
 * @param process - the real one
 * @param isOurs - whether the addon that is being loaded is ours
 * @param act - where it throws, other addons are loaded all the same
 */
export function beforeOtherAddons(process: object, isOurs: () => boolean, act: () => void): void {
  const target = process as { dlopen: Dlopen };
  const { dlopen: original } = target;
  const { apply } = Reflect;
  let isDone = false;
  target.dlopen = function dlopen(...args) {
    if (!isDone && !isOurs()) {
      isDone = true;
      // Whoever has put a function of its own over this one keeps it.
      if (target.dlopen === dlopen) target.dlopen = original;
      try {
        act();
      } catch {}
    }
    return apply(original, this, args);
  };
}
