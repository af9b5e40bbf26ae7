import test from 'ava';
import { BACKENDS, backends, type Module, oracle } from './support/backends';

/** The class of the engine's own error: `RangeError`, or Firefox's `InternalError`. */
const OVERFLOW = ((): (new () => Error) => {
  const overflow = (): never => overflow();
  try {
    return overflow();
  } catch (error) {
    return (error as Error).constructor as new () => Error;
  }
})();

for (const name of BACKENDS) {
  test(`${name}: an overflow of the stack in the middle of a call leaves nothing wrong behind`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
    let fresh = 0;
    const overflow = (depth: number): void => {
      fresh++;
      tested.parse(`new${fresh}a=1&new${fresh}b=%41&é${fresh}=2`);
      overflow(depth + 1);
    };
    for (let round = 0; round < 5; round++) {
      t.throws(() => overflow(0), { instanceOf: OVERFLOW });
      for (let index = Math.max(1, fresh - 3); index <= fresh; index++) {
        const query = `new${index}a=1&new${index}b=%41&é${index}=2`;
        t.deepEqual(tested.parse(query), oracle.parse(query));
      }
    }
  });
}
