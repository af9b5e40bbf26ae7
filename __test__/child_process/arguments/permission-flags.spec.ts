import { isBuiltin } from 'node:module';
import test from 'ava';
import { internal } from '../../support/internals';
import { theirs } from '../../support/modules';
import { type Command, IS_WINDOWS } from '../../support/portable';
import { PACKAGE, ProgramFolder } from '../../support/program';
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
  [
    undefined,
    ['node'],
    ['--permission', '--allow-ffi'],
    isBuiltin('node:ffi') ? '--permission --allow-ffi' : '--permission',
  ],
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

const withForeignFunctions = testWhere(isBuiltin('node:ffi'), 'this Node has no node:ffi');
withForeignFunctions('a child may call foreign functions as with Node’s own module', (t) => {
  const rights = ['--permission', '--allow-fs-read=*', '--allow-child-process', '--allow-addons', '--allow-ffi'];
  const program = (specifier: string): string => `
    const { execFileSync } = require('${specifier}');
    console.log(String(execFileSync(...${JSON.stringify(PRINTS_ENVIRONMENT)})).match(/^NODE_OPTIONS=.*/m)[0]);
  `;
  for (const option of ['--experimental-ffi', '--no-experimental-ffi']) {
    const [our, their] = ['rt-std/child_process', 'node:child_process'].map((specifier) => {
      const args = [...rights, '--no-warnings', option, '-e', program(specifier)];
      const env = { ...process.env, NODE_OPTIONS: '' };
      return theirs.spawnSync(process.execPath, args, { cwd: PACKAGE, env, encoding: 'utf8' }).stdout;
    });
    t.is(our, their);
    t.is(their?.includes('--allow-ffi'), option === '--experimental-ffi');
  }
});

const withAudit = testWhere(MAJOR >= 24, 'there is no audit before Node 24');

/** Starts something in each way by the module that is named, and tells what the audit reports. */
const STARTS = `
  require('node:diagnostics_channel').subscribe('node:permission-model:child', ({ resource }) => reports.add(resource));
  const reports = new Set();
  const { spawnSync, spawn, fork } = require(process.argv[2]);
  const describe = (call) => { try { return call(); } catch ({ code, message, resource }) { return [code, message, resource]; } };
  console.log(describe(() => String(spawnSync(process.execPath, ['-p', '1'], { env: {} }).stdout)));
  const children = [
    describe(() => spawn(process.execPath, ['-e', ''], { env: {}, stdio: 'ignore' })),
    describe(() => fork('child.cjs', { execArgv: [], env: {} })),
  ];
  const outcomes = children.map((child, index) => child.on ? new Promise((done) => child.on('exit', done)) : child);
  Promise.all(outcomes).then((all) => console.log(all, [...reports]));
`;
const CONFIG = '{ "nodeOptions": { "permission-audit": true } }';

/** How a program comes to be audited, or refused: options, `NODE_OPTIONS`, what it does first. */
const WAYS: Record<string, readonly [options: string[], nodeOptions?: string | undefined, before?: string]> = {
  'the option in another spelling': [['--permission_audit']],
  'both options': [['--permission', '--permission-audit']],
  'the option in quotes': [[], '"--permission-audit"'],
  'a file of options': [['--experimental-config-file=node.config.json']],
  'an option that the program removes': [['--permission-audit'], undefined, 'process.execArgv.length = 0;'],
  'a variable that the program removes': [[], '--permission-audit', 'delete process.env.NODE_OPTIONS;'],
  permissions: [['--permission']],
  'permissions whose option the program removes': [['--permission'], undefined, 'process.execArgv.length = 0;'],
};
for (const [way, [options, nodeOptions = '', before = '']] of Object.entries(WAYS)) {
  withAudit(`an audit lets start what Node's own module does, and permissions refuse it: ${way}`, (t) => {
    const files = { 'node.config.json': CONFIG, 'child.cjs': 'process.disconnect()', 'program.cjs': before + STARTS };
    const folder = new ProgramFolder(files);
    t.teardown(() => folder.remove());
    const run = (module: string): string => {
      const args = [...options, '--allow-fs-read=*', '--allow-addons', '--no-warnings', 'program.cjs', module];
      return folder.node(args, { NODE_OPTIONS: nodeOptions, RT_STD_BACKEND: undefined }).stdout;
    };
    const theirs = run('node:child_process');
    t.is(run('rt-std/child_process'), theirs);
    t.is(theirs.includes('ERR_ACCESS_DENIED'), way.startsWith('permissions'), theirs);
  });
}

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
