import test from 'ava';
import { BACKENDS, backends, type Module, oracle } from './support/backends';

/** A list whose traps call the module, and may lie about its length. */
function list(module: Module, length?: unknown): unknown {
  return new Proxy(['v', 'w x'], {
    get: (elements, key) => {
      module.stringify({ secret: 'é&', other: module.escape('another one') });
      module.parse('inner=%41&x=2');
      return key === 'length' && length !== undefined ? length : Reflect.get(elements, key);
    },
  });
}

for (const name of BACKENDS) {
  test(`${name}: traps of a list that call the module change nothing of what was written`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
    for (const length of [undefined, 0, 1, 3, 0.5, -1, Number.NaN, '2', true, null, 2n, { valueOf: () => 2 }]) {
      for (const others of [{}, { second: 'x'.repeat(100) }, { many: Array.from({ length: 40 }, String) }]) {
        const written = (module: Module): unknown =>
          module.stringify({ first: 1, name: list(module, length), ...others, last: list(module, length) });
        t.is(written(tested), written(oracle));
        const alone = (module: Module): unknown => module.stringify({ 'a name': list(module, length) });
        t.is(alone(tested), alone(oracle));
      }
    }
  });

  test(`${name}: a length that calls the module whenever it is compared`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
    const written = (module: Module): unknown => {
      const asNumber = (): number => {
        module.stringify({ secret: 'something long' });
        return 2;
      };
      return module.stringify({ first: 1, name: list(module, { valueOf: asNumber }), last: 'é' });
    };
    t.is(written(tested), written(oracle));
  });

  test(`${name}: maxKeys is read as in Node, whatever it answers`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
    for (const answers of [
      [3, 2, 1],
      [3, 2, '2'],
      [3, 2, -1],
      [3, '2', 2],
      [3, 2, 1n],
      [3, 2, [2]],
      [3, 0, 1],
      ['3'],
    ]) {
      const read = (module: Module): unknown => {
        let reads = 0;
        const options = {
          get maxKeys() {
            module.parse('inner=%41&x=2');
            module.stringify({ inner: 1 });
            return answers[reads++];
          },
        };
        return [module.parse('a=%42&b=2&c=3&d=4', null, null, options), reads];
      };
      t.deepEqual(read(tested), read(oracle), String(answers));
    }
  });
}
