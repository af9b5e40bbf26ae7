import { getterOf, PlainSet } from '../../../realm/primordials';
import { SafeMap, SafeSet } from '../../../realm/safe-collections';

/** The number of an object that the message has not had before. */
export const NEW = -1;

/** So many objects are looked through one by one, which takes less than a Set for them. */
const FEW = 8;

// Kept from before any program could replace it.
const sizeOf = getterOf<number>(PlainSet.prototype, 'size');

/** The objects of the message, in the order in which they began. */
let met: unknown[] = [];
/** The same, once there are more than a few. */
let all: SafeSet<unknown> | undefined;
/** Their numbers, once one of many has come twice. */
let numbers: SafeMap<unknown, number> | undefined;

/**
 * The number of an object that was met before in the message, in the order in which they began;
 * otherwise {@link NEW}, and the object has the next number.
 */
export function meet(object: object): number {
  const known = met.length < FEW ? findAmongFew(object) : findAmongMany(object);
  if (known === NEW) met[met.length] = object;
  return known;
}

function findAmongFew(object: object): number {
  for (let number = 0; number < met.length; number++) {
    if (met[number] === object) return number;
  }
  return NEW;
}

/** A Set alone tells with one look whether an object is new, and most are. */
function findAmongMany(object: object): number {
  all ??= setOfMet();
  all.add(object);
  if (sizeOf(all) > met.length) {
    numbers?.set(object, met.length);
    return NEW;
  }
  numbers ??= numbersOfMet();
  return numbers.get(object) as number;
}

function setOfMet(): SafeSet<unknown> {
  const set = new SafeSet<unknown>();
  for (let number = 0; number < met.length; number++) set.add(met[number]);
  return set;
}

function numbersOfMet(): SafeMap<unknown, number> {
  const map = new SafeMap<unknown, number>();
  for (let number = 0; number < met.length; number++) map.set(met[number], number);
  return map;
}

/** Forgets the objects of a message, so that nothing keeps them. */
export function forgetMet(): void {
  met = [];
  all = undefined;
  numbers = undefined;
}
