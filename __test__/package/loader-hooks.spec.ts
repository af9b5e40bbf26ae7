import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { theirs } from '../support/modules';
import { testOnNode } from '../support/same-as-node';
import { Copy } from './code-cache-copy';

/**
 * Prints which files Node's loader has loaded since, as tools see it that watch or compile the
 * files of a program.
 */
const HOOK = `
  const seen = [];
  for (const [extension, load] of Object.entries(require.extensions)) {
    require.extensions[extension] = (module, file) => {
      seen.push(require('node:path').basename(file));
      load(module, file);
    };
  }
  process.on('exit', () => console.log(seen.join(' ')));
`;

/** Uses each of our modules, in two processes. */
const PROGRAM = `
  const { exec, fork, spawnSync } = require('node:child_process');
  if (process.send) process.once('message', (message) => process.send(message));
  else {
    spawnSync('node', ['--version']);
    exec('echo', () => {
      const child = fork(__filename, { serialization: 'advanced' });
      child.once('message', () => child.disconnect());
      child.send(require('node:querystring').parse('a=b&'.repeat(100_000)));
    });
  }
`;

/** What a run of the program prints. */
function filesSeen(t: ExecutionContext, copy: Copy, args: readonly string[]): string {
  const argv = [...args, '--require', join(copy.path, 'hook.cjs'), join(copy.path, 'main.cjs')];
  const { stdout, stderr, status } = theirs.spawnSync(process.execPath, argv, { encoding: 'utf8' });
  t.is(status, 0, stderr);
  return stdout;
}

const OPTIONS: Record<string, readonly string[]> = {
  'no other option': [],
  'an option of V8': ['--stack-size=900'],
  'an option that is not known to change nothing': ['--title=rt-std-hooks'],
};

for (const [title, options] of Object.entries(OPTIONS)) {
  testOnNode(`hooks of a program in the loader see none of our files, with ${title}`, (t) => {
    const copy = new Copy(t);
    writeFileSync(join(copy.path, 'hook.cjs'), HOOK);
    writeFileSync(join(copy.path, 'main.cjs'), PROGRAM);
    const nodes = filesSeen(t, copy, options);
    t.true(nodes.includes('main.cjs'));
    // The first process keeps code, the second uses it.
    for (const process of ['first', 'second']) {
      t.is(filesSeen(t, copy, ['--require', copy.override, ...options]), nodes, process);
    }
  });
}
