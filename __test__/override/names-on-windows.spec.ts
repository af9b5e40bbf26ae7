import { IS_WINDOWS } from '../support/portable';
import { ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';

/**
 * Environments of a forked child, and the `NODE_OPTIONS` that it has: on Windows names are
 * case-insensitive, and of several the first in sorted order counts.
 */
const ENVIRONMENTS: [environment: string, options: string | null][] = [
  ["{ node_options: '--no-deprecation' }", '--no-deprecation'],
  ["{ node_options: '--no-warnings', Node_Options: '--no-deprecation' }", '--no-deprecation'],
  ["{ node_options: '--no-deprecation', NODE_OPTIONS: '--no-warnings' }", '--no-warnings'],
  ["{ NODE_OPTIONS: undefined, node_options: '--no-deprecation' }", null],
  ["{ __proto__: { node_options: '--no-deprecation' } }", '--no-deprecation'],
  ['{}', null],
];

/** Elsewhere, the parent says that it is on Windows. */
const PRETEND = IS_WINDOWS ? '' : "Object.defineProperty(process, 'platform', { value: 'win32' });";

for (const [environment, options] of ENVIRONMENTS) {
  testOnNode(`on Windows a forked child with the override has the NODE_OPTIONS of ${environment}`, (t) => {
    const folder = new ProgramFolder({
      'pretend.cjs': PRETEND,
      'child.cjs': `
        const names = Object.keys(process.env).filter((name) => /node_options/i.test(name));
        console.log(JSON.stringify([process.env.NODE_OPTIONS ?? null, process.noDeprecation === true, names.length]));
        if (process.argv[2] === 'ours') console.log(require('rt-std/override').isOverridden());`,
      'program.cjs': `
        const given = ${environment};
        const env = Object.setPrototypeOf({ ...process.env, ...given }, Object.getPrototypeOf(given));
        require('node:child_process').fork('./child.cjs', process.argv.slice(2), { execArgv: [], env });`,
    });
    t.teardown(() => folder.remove());
    const run = (args: readonly string[], module: string): string => {
      const { stdout, stderr } = folder.node([...args, 'program.cjs', module], { NODE_OPTIONS: undefined });
      return stdout + stderr;
    };
    const expected = `${JSON.stringify([options, options === '--no-deprecation', options === null ? 0 : 1])}\n`;
    t.is(run(['--require', './pretend.cjs', '--require', 'rt-std/override'], 'ours'), `${expected}true\n`);
    if (IS_WINDOWS) t.is(run([], 'node'), expected);
  });
}
