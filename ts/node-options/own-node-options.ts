/**
 * An environment variable: what `NODE_OPTIONS` was before a preload was put there for one child,
 * which takes both out again.
 */
export const BEFORE = 'RT_STD_NODE_OPTIONS';

/**
 * Takes out what a parent has put into `NODE_OPTIONS` for this process alone: the program sees its
 * environment as its parent meant it.
 */
export function restoreNodeOptions(): void {
  const { [BEFORE]: before } = process.env;
  if (before === undefined) return;
  delete process.env[BEFORE];
  if (before === '') delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = before;
}
