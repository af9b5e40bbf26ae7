import test from 'ava';
import { ProgramFolder } from '../support/program';

test('all bundles of the package have one addon, which is opened once', (t) => {
  const folder = new ProgramFolder({
    'program.cjs': `
      const { dlopen } = process;
      const opened = [];
      process.dlopen = function (module, file, ...rest) {
        // It throws for an addon of another C library, which a clone may have too.
        dlopen.call(this, module, file, ...rest);
        opened.push(file);
      };
      require('rt-std/child_process').spawnSync('true');
      require('rt-std/querystring').parse('a=%41&'.repeat(100));
      require('rt-std/querystring/native').parse('a=%41&'.repeat(100));
      console.log(opened.length, opened.every((file) => !file.includes('..')));
    `,
  });
  t.teardown(() => folder.remove());
  const { stdout, stderr, status } = folder.node(['program.cjs']);
  t.deepEqual([stdout, stderr, status], ['1 true\n', '', 0]);
});
