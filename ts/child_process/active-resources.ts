/** Node's name for a child process among what keeps a program alive. */
const NAME = 'ProcessWrap';

/**
 * Lets `process.getActiveResourcesInfo()` name our children: it asks Node's own handles, and a child of ours is watched by a handle that Node cannot see.
 *
 * @param count - how many children keep the event loop alive now
 */
export function showInActiveResources(count: () => number): void {
  const original = process.getActiveResourcesInfo;
  // Bun and Deno may lack it; a program may have frozen `process`.
  if (typeof original !== 'function') return;
  Reflect.set(process, 'getActiveResourcesInfo', function getActiveResourcesInfo() {
    return [...Reflect.apply(original, process, []), ...Array.from({ length: count() }, () => NAME)];
  });
}
