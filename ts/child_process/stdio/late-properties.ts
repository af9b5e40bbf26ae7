import { defineAssigned, defineHidden } from '../../realm/define-property';
import { arrayMap, defineOwnProperty, getMember, getOwnPropertyDescriptor } from '../../realm/primordials';
import type { LateStreams } from './late-streams';

/** In the order of Node's. The first three are in the order of their descriptors. */
const NAMES = ['stdin', 'stdout', 'stderr', 'stdio'] as const;
const STDIO = 3;

/** The child's own property that holds its late streams, which nothing lists. */
const LATE = Symbol('late streams');

/** The streams of a child that are made late; `undefined` for one whose streams are not. */
export function lateStreamsOf(child: object): LateStreams | undefined {
  return (child as { [LATE]?: LateStreams })[LATE];
}

/**
 * Gives a child its properties `stdin`, `stdout`, `stderr` and `stdio`. One that is set becomes a
 * plain one.
 */
export function showStreams(child: object, streams: LateStreams): void {
  defineHidden(child, LATE, streams);
  for (let index = 0; index < NAMES.length; index++) {
    defineOwnProperty(child, NAMES[index] as string, ACCESSORS[index] as PropertyDescriptor);
  }
}

/** Makes all streams, and plain properties of the accessors, which would be printed as such. */
export function makePlain(child: object): void {
  // The child's own: this one may be a proxy of it.
  const owner = lateStreamsOf(child)?.child;
  if (owner === undefined) return;
  for (let index = 0; index < NAMES.length; index++) {
    const name = NAMES[index] as string;
    if (getOwnPropertyDescriptor(owner, name)?.get !== undefined) defineAssigned(owner, name, getMember(owner, name));
  }
}

/**
 * Common to all children, which keeps these in the engine's fast shapes. They find the streams by a
 * property, which a proxy of the child has as well, and what inherits from it.
 */
const ACCESSORS = arrayMap(NAMES, (name, position) => {
  const read = (late: LateStreams): unknown => (position < STDIO ? late.stream(position) : late.all());
  return {
    __proto__: null,
    get(this: object): unknown {
      const late = lateStreamsOf(this);
      return late && read(late);
    },
    set(this: object, value: unknown): void {
      const late = lateStreamsOf(this);
      if (late !== undefined) read(late);
      defineAssigned(this, name, value);
    },
    enumerable: true,
    configurable: true,
  } as PropertyDescriptor;
});
