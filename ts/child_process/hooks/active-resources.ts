import { process, sharedByCopies } from '../../realm/main-realm';
import { apply, setMember } from '../../realm/primordials';
import { SafeSet } from '../../realm/safe-collections';

/**
 * Something that keeps a program alive by a handle of the event loop that Node cannot see: a child
 * or a channel of ours.
 */
export interface ActiveResource {
  /** Node's name for it in `process.getActiveResourcesInfo()`. */
  readonly resourceName: 'ProcessWrap' | 'PipeWrap';
  /** What stands for it in `process._getActiveHandles()`. */
  readonly shownAs: object;
  /** Makes what Node would show beside it. */
  beforeShown?(): void;
  /** Whether it keeps the event loop alive now. */
  hasRef(): boolean;
}

/**
 * Lets `process.getActiveResourcesInfo()` and `process._getActiveHandles()` name a child or channel
 * of ours, behind what Node names, while it keeps the event loop alive.
 */
export function addActiveResource(resource: ActiveResource): void {
  sharedByCopies('active resources', show).add(resource);
}

/** Takes a child that has ended, or a channel that was closed, out again. */
export function removeActiveResource(resource: ActiveResource): void {
  sharedByCopies('active resources', show).delete(resource);
}

/** Once for all copies of this package in a thread, since what is put on `process` stays there. */
function show(): SafeSet<ActiveResource> {
  const resources = new SafeSet<ActiveResource>();
  append('getActiveResourcesInfo', resources, ({ resourceName }) => resourceName);
  append('_getActiveHandles', resources, ({ shownAs }) => shownAs);
  return resources;
}

function append(
  name: 'getActiveResourcesInfo' | '_getActiveHandles',
  resources: SafeSet<ActiveResource>,
  shown: (resource: ActiveResource) => unknown,
): void {
  const original = (process as unknown as Record<string, (() => unknown[]) | undefined>)[name];
  // Bun and Deno may lack it; a program may have frozen `process`.
  if (typeof original !== 'function') return;
  const ofOurs = (): unknown[] => [...resources].filter((resource) => resource.hasRef()).map(shown);
  const all = (): unknown[] => {
    for (const resource of resources) resource.beforeShown?.();
    return [...apply(original, process, []), ...ofOurs()];
  };
  const { [name]: replacement } = { [name]: () => all() };
  setMember(process, name, replacement);
}
