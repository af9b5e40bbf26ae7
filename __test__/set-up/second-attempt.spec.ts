import test from 'ava';
import { script } from '../support/scripts';

interface SecondAttempt {
  readonly filesOf: (titles: string[], files: string[]) => string[] | undefined;
}

const load = () => script<SecondAttempt>('scripts/test/second-attempt.mjs');

const folder = '__test__/.build';
const files = [
  `${folder}/child_process/exit.spec.js`,
  `${folder}/child_process/ipc/exit.spec.js`,
  `${folder}/child_process/ipc/pending.spec.js`,
];

test('the files of failed tests are found by the titles that AVA prints', async (t) => {
  const { filesOf } = await load();
  const [outer, inner, pending] = files;
  t.deepEqual(filesOf(['child_process › ipc › exit › a test › of two parts'], files), [inner]);
  t.deepEqual(filesOf(['child_process › exit › a test'], files), [outer]);
  const titles = ['ipc › pending › a test', 'ipc › exit › a test', 'ipc › pending › another'];
  t.deepEqual(filesOf(titles, files), [pending, inner]);
});

test('a title without a file means that nothing is run again, but where one file ran', async (t) => {
  const { filesOf } = await load();
  t.is(filesOf(['ipc › exit › a test', '2 tests were pending'], files), undefined);
  t.deepEqual(filesOf(['a test'], files.slice(0, 1)), files.slice(0, 1));
});
