/** Deno's permissions, about which Deno itself does not ask when an addon starts a process. */
import { tmpdir } from 'node:os';
import { PACKAGE, ProgramFolder } from '../../support/program';
import { testWhere } from '../../support/test-where';

const testInDeno = testWhere(process.versions.deno !== undefined, 'this is not Deno');
/** What loads the package. */
const LOADING = ['--allow-read', '--allow-env', '--allow-ffi'];

/** Runs a program in Deno, which prints one value as JSON. */
function answerOf(flags: readonly string[], files: Record<string, string>, env: NodeJS.ProcessEnv = {}): unknown {
  return answerWithOnly([...LOADING, ...flags], files, env);
}

function answerWithOnly(flags: readonly string[], files: Record<string, string>, env: NodeJS.ProcessEnv = {}): unknown {
  // Deno finds only packages that are named as dependencies.
  const folder = new ProgramFolder({ ...files, 'package.json': '{ "dependencies": { "rt-std": "*" } }' });
  const program = Object.keys(files)[0] as string;
  const { stdout, stderr } = folder.node(['run', '--no-prompt', ...flags, program], env);
  folder.remove();
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`no answer: ${stdout}\n${stderr}`);
  }
}

const OUTCOME = `
  const ours = require('rt-std/child_process');
  const outcome = (call) => {
    try { return String(call().stdout).trim(); } catch (error) { return error.message; }
  };`;

const refused = (name: string) => `Requires run access to "${name}", run again with the --allow-run flag`;

testInDeno('without the permission to run programs, no function starts one', (t) => {
  const program = `
    const { spawn, exec, execFile, fork, spawnSync, execSync, execFileSync, killTree } = require('rt-std/child_process');
    const pty = require('rt-std/pty');
    const calls = {
      spawn: () => spawn('true'), exec: () => exec('true'), execFile: () => execFile('true'), fork: () => fork('x'),
      spawnSync: () => spawnSync('true'), execSync: () => execSync('true'), execFileSync: () => execFileSync('true'),
      pty: () => pty.spawn('true', [], {}), killTree: () => killTree(process.pid),
    };
    const outcomes = Object.entries(calls).map(([name, call]) => {
      try { call(); return [name, 'started']; } catch ({ name: error, code, permission, resource }) {
        return [name, error, code, permission, resource === process.execPath ? 'the runtime' : resource];
      }
    });
    console.log(JSON.stringify(outcomes));
    process.exit();`;
  const files = { spawn: 'true', exec: '/bin/sh', execFile: 'true', fork: 'the runtime', spawnSync: 'true' };
  const expected = Object.entries({ ...files, execSync: '/bin/sh', execFileSync: 'true', pty: 'true', killTree: '' });
  t.deepEqual(
    answerOf([], { 'program.cjs': program }),
    expected.map(([name, file]) => [name, 'NotCapable', 'ERR_ACCESS_DENIED', 'ChildProcess', file]),
  );
});

testInDeno('a program that may read its folder and this package only starts processes', (t) => {
  const program = `${OUTCOME}
    console.log(JSON.stringify(outcome(() => ours.spawnSync('echo', ['ran']))));`;
  const flags = [`--allow-read=${PACKAGE},${tmpdir()}`, '--allow-env', '--allow-ffi', '--allow-run'];
  t.is(answerWithOnly(flags, { 'program.cjs': program }), 'ran');
});

testInDeno('with the permission to run one program, no other is started', (t) => {
  const program = `${OUTCOME}
    const PATH = process.env.PATH;
    const calls = [
      ['/usr/bin/printf', {}], ['printf', {}], ['./printf', { cwd: '/usr/bin' }], ['printf', { env: { PATH } }],
      ['/usr/bin/printf', { env: { LD_PRELOAD: '' } }],
      ['/usr/bin/env', {}], ['env', {}], ['./env', { cwd: '/usr/bin' }], ['printf', { shell: true }],
      ['printf', { env: { PATH: __dirname } }], ['printf', { env: {} }], ['./printf', { cwd: __dirname }],
      ['/usr/bin/printf', { env: { LD_PRELOAD: 'x.so' } }],
    ];
    const outcomes = calls.map(([file, options]) => outcome(() => ours.spawnSync(file, ['ran'], options)));
    process.env.PATH = ':' + PATH;
    outcomes.push(outcome(() => ours.spawnSync('printf', ['ran'])));
    console.log(JSON.stringify(outcomes));`;
  const files = { 'program.cjs': program, printf: '#!/bin/sh\necho another\n' };
  t.deepEqual(answerOf(['--allow-run=/usr/bin/printf'], files, { PATH: '/usr/bin:/bin' }), [
    ...Array(5).fill('ran'),
    ...['/usr/bin/env', 'env', './env', '/bin/sh', 'printf', 'printf', './printf'].map(refused),
    'Requires --allow-run permissions to spawn subprocess with LD_PRELOAD environment variable. Alternatively, spawn with the environment variable unset.',
    refused('printf'),
  ]);
});

testInDeno('a program that may not be run is not, where all others may', (t) => {
  const program = `${OUTCOME}
    console.log(JSON.stringify(['printf', 'env'].map((file) => outcome(() => ours.spawnSync(file, ['ran'])))));`;
  const env = { PATH: '/usr/bin:/bin' };
  const denied = ['--allow-run', '--deny-run=/usr/bin/env'];
  t.deepEqual(answerOf(denied, { 'program.cjs': program }, env), ['ran', refused('env')]);
});

/** Which of `read`, `write` and `run` the child of a process with these flags may do. */
const FORKED = {
  'all programs': [['--allow-run'], ['granted', 'prompt', 'granted']],
  'parts of them': [
    [`--allow-run=${process.execPath}`, '--allow-write', '--deny-write=/etc'],
    ['granted', 'prompt', 'prompt'],
  ],
  'files, too': [
    ['--allow-run', '--allow-write'],
    ['granted', 'granted', 'granted'],
  ],
} as const;

for (const [name, [flags, expected]] of Object.entries(FORKED)) {
  testInDeno(`a forked child has no more permissions than its parent: ${name}`, (t) => {
    const files = {
      'program.cjs': `
        require('rt-std/child_process').fork('./child.cjs').on('message', (states) => console.log(JSON.stringify(states)));`,
      'child.cjs': `
        const states = ['read', 'write', 'run'].map((name) => Deno.permissions.querySync({ name }).state);
        process.send(states, () => process.disconnect());`,
    };
    t.deepEqual(answerOf(flags, files), expected);
  });
}

testInDeno('query strings need no permission', (t) => {
  const program = `
    import { parse } from 'rt-std/querystring';
    import { stringify } from 'rt-std/querystring/wasm';
    console.log(JSON.stringify([parse('a=1'), stringify({ b: 2 })]));`;
  t.deepEqual(answerWithOnly([], { 'program.mjs': program }), [{ a: '1' }, 'b=2']);
});

testInDeno('what refuses the addon is named, with what it needs', (t) => {
  const program = `
    import { spawn } from 'rt-std/child_process';
    try { spawn('true'); } catch ({ code, message, cause }) {
      console.log(JSON.stringify([code, message.replace(/"[^"]*"/, 'a file'), cause.name]));
    }`;
  const needs =
    'It needs --allow-read=node_modules and --allow-ffi=node_modules; rt-std/child_process needs --allow-env and --allow-run, too';
  for (const [flags, missing] of [
    [['--allow-ffi', `--allow-read=${PACKAGE}/dist`], 'read'],
    [['--allow-read'], 'ffi'],
  ] as const) {
    const refusal = `Requires ${missing} access to a file, run again with the --allow-${missing} flag.`;
    t.deepEqual(answerWithOnly(['--allow-env', '--allow-run', ...flags], { 'program.mjs': program }), [
      'ERR_DLOPEN_FAILED',
      `Deno's permissions refuse the native addon of rt-std: ${refusal} ${needs}`,
      'NotCapable',
    ]);
  }
});
