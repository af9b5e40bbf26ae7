import { uncurryThis } from '../../../realm/primordials';
import { SafeSet } from '../../../realm/safe-collections';

// Kept from before any program could replace it.
const sizeOf = uncurryThis<(set: SafeSet<unknown>) => number>(
  Object.getOwnPropertyDescriptor(Set.prototype, 'size')?.get,
);

/** So many objects are looked through one by one, which takes less than a Set for them. */
const FEW = 8;

const few: unknown[] = [undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined];
let count = 0;
let all: SafeSet<unknown> | undefined;

/** Notes an object of the message; `false` when it was met before. */
export function isFirstMet(object: object): boolean {
  if (count < FEW) {
    for (let index = 0; index < count; index++) {
      if (few[index] === object) return false;
    }
    few[count++] = object;
    return true;
  }
  if (all === undefined) {
    all = new SafeSet<unknown>();
    for (let index = 0; index < FEW; index++) all.add(few[index]);
  }
  all.add(object);
  count += 1;
  return sizeOf(all) === count;
}

/** Forgets the objects of a message, so that nothing keeps them. */
export function forgetMet(): void {
  for (let index = 0; index < FEW; index++) few[index] = undefined;
  count = 0;
  all = undefined;
}
