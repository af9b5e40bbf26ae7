import test from 'ava';
import { IS_WINDOWS } from '../support/portable';
import { ProgramFolder } from '../support/program';

/**
 * Calls a function for the first time where the stack ends, and again in each caller's frame until
 * it returns; then prints which backend it has.
 */
const AT_THE_END = `
  const [, , name] = process.argv;
  const { backend } = require('rt-std/backend');
  const used = require('rt-std/' + name);
  const text = 'a=%41%C3%A9&b=é&'.repeat(500);
  const call = { querystring: () => used.parse(text), child_process: () => used.spawnSync('true') }[name];
  let refused = 0;
  let isDone = false;
  const attempt = () => {
    try {
      call();
      isDone = true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      refused++;
    }
  };
  const descend = () => {
    try {
      descend();
    } catch {}
    if (!isDone) attempt();
  };
  descend();
  console.log(backend[name], refused > 0);
`;

for (const name of ['querystring', 'child_process']) {
  test(`a first call of ${name} where the stack ends does not choose a slower backend`, (t) => {
    const folder = new ProgramFolder({ 'program.cjs': AT_THE_END });
    t.teardown(() => folder.remove());
    const { stdout, stderr } = folder.node(['program.cjs', name], { RT_STD_BACKEND: undefined });
    const backend = IS_WINDOWS && name === 'child_process' ? 'node' : 'native';
    t.deepEqual([stdout, stderr], [`${backend} true\n`, '']);
  });
}
