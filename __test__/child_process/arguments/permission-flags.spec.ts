import test from 'ava';
import { internal } from '../../support/internals';
import { theirs } from '../../support/modules';
import { type Command, IS_WINDOWS } from '../../support/portable';
import { PACKAGE } from '../../support/program';
import { testWhere } from '../../support/test-where';

interface PermissionFlags {
  withPermissionFlags(
    nodeOptions: string | undefined,
    args: readonly string[],
    execArgv: readonly string[],
  ): string | undefined;
}

const { withPermissionFlags } = internal<PermissionFlags>('child_process/arguments/permission-flags');

const EXEC_ARGV = ['--permission', '--allow-fs-read=*', '--no-warnings', '--allow-child-process'];
const FLAGS = '--permission --allow-fs-read=* --allow-child-process';

/**
 * `NODE_OPTIONS` of the child, from that of the parent, the child's arguments and
 * `process.execArgv`.
 */
const VECTORS: [string | undefined, string[], string[], string | undefined][] = [
  [undefined, ['node'], EXEC_ARGV, FLAGS],
  ['', ['node'], EXEC_ARGV, FLAGS],
  ['--no-warnings', ['node'], EXEC_ARGV, `--no-warnings ${FLAGS}`],
  ['--title=--permission', ['node'], EXEC_ARGV, `--title=--permission ${FLAGS}`],
  ['--permission --allow-fs-read=/tmp', ['node'], EXEC_ARGV, undefined],
  ['--permission=true', ['node'], EXEC_ARGV, undefined],
  ['--permission-audit', ['node'], EXEC_ARGV, undefined],
  [undefined, ['node', '--permission', 'program.js'], EXEC_ARGV, undefined],
  [undefined, ['node', '--permission-audit'], EXEC_ARGV, undefined],
  [undefined, ['node'], ['--no-warnings', '--allow-natives-syntax'], undefined],
  [undefined, ['node'], ['--permission-audit', '--allow-net'], '--permission-audit --allow-net'],
];

for (const [nodeOptions, args, execArgv, expected] of VECTORS) {
  test(`NODE_OPTIONS ${nodeOptions} for ${args.join(' ')} of ${execArgv.join(' ')}`, (t) => {
    t.is(withPermissionFlags(nodeOptions, args, execArgv), expected);
  });
}

const MAJOR = Number.parseInt(process.versions.node, 10);
/** A program that prints its environment, and its arguments. */
const PRINTS_ENVIRONMENT: Command = IS_WINDOWS ? ['cmd', ['/d', '/c', 'set']] : ['/usr/bin/env', []];
const PROGRAM = `
  const { deepStrictEqual } = require('node:assert');
  const [ours, theirs] = [require('rt-std/child_process'), require('node:child_process')];
  const sorted = (text) => String(text).split(/\\r?\\n/).sort();
  const printsEnvironment = ${JSON.stringify(PRINTS_ENVIRONMENT)};
  process.env.NODE_V8_COVERAGE = '';
  for (const env of [undefined, {}, { A: '1' }, { NODE_OPTIONS: '--no-warnings' }, { NODE_OPTIONS: '--permission' }]) {
    const [our, their] = [ours, theirs].map((module) => sorted(module.execFileSync(...printsEnvironment, { env: env && { ...env } })));
    deepStrictEqual(our, their);
    if (env && !env.NODE_OPTIONS) console.log(our.filter((pair) => pair.startsWith('NODE_OPTIONS=')).join());
  }
  const child = ours.spawn(...printsEnvironment);
  let text = '';
  child.stdout.on('data', (data) => (text += data));
  child.on('close', () => console.log(sorted(text).filter((pair) => pair.startsWith('NODE_OPTIONS=')).join()));
`;

const withAddons = testWhere(MAJOR >= 22, 'Node 20 cannot allow addons');
withAddons('a child is under the permissions of its parent', (t) => {
  const flags = ['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-child-process'];
  const run = theirs.spawnSync(process.execPath, [...flags, '--no-warnings', '-e', PROGRAM], {
    cwd: PACKAGE,
    env: { ...process.env, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  t.deepEqual([run.stdout, run.stderr], [`NODE_OPTIONS=${flags.join(' ')}\n`.repeat(3), '']);
});

const withAudit = testWhere(MAJOR >= 24, 'there is no audit before Node 24');
withAudit('an audit reports the child and starts it', (t) => {
  const program = (specifier: string): string => `
    require('node:diagnostics_channel').subscribe('node:permission-model:child', ({ resource }) => console.log(resource));
    const { spawnSync, spawn } = require('${specifier}');
    console.log(String(spawnSync(...${JSON.stringify(PRINTS_ENVIRONMENT)}).stdout).match(/^NODE_OPTIONS=.*/m)?.[0]);
    spawn('true').on('exit', console.log);
  `;
  const outcome = (specifier: string): string =>
    theirs.spawnSync(
      process.execPath,
      ['--permission-audit', '--allow-fs-read=*', '--allow-addons', '-e', program(specifier)],
      {
        cwd: PACKAGE,
        encoding: 'utf8',
      },
    ).stdout;
  t.is(outcome('rt-std/child_process'), outcome('node:child_process'));
  t.true(outcome('rt-std/child_process').startsWith(`${PRINTS_ENVIRONMENT[0]}\n`));
});
