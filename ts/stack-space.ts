/**
 * Throws a RangeError where the stack has no place for so many small frames: before something is
 * begun that must not end in the middle.
 *
 * @param frames - 1,000 take some 100 KB
 */
export function throwWithoutStack(frames: number): void {
  if (frames > 0) throwWithoutStack(frames - 1);
}

/** Whether the stack has place for so many small frames. */
export function hasStack(frames: number): boolean {
  try {
    throwWithoutStack(frames);
    return true;
  } catch {
    return false;
  }
}
