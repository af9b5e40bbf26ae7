import test from 'ava';
import { BACKENDS, backends, type Module, oracle, WITHOUT_BUFFER } from './support/backends';
import { outcomeOf } from './support/play';
import { SAME, SAME_IN_NODE } from './support/values';

for (const name of BACKENDS) {
  for (const [what, call] of Object.entries({ ...SAME, ...(WITHOUT_BUFFER.includes(name) ? {} : SAME_IN_NODE) })) {
    test(`${name}: ${what}`, async (t) => {
      const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
      t.deepEqual(
        outcomeOf(() => call(tested)),
        outcomeOf(() => call(oracle)),
      );
    });
  }
}
