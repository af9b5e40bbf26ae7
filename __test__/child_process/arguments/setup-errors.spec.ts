/** Options that set up a child: what cannot be set, and what is no value. */
import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import childProcess from 'rt-std/child_process';
import { internal } from '../../support/internals';
import { CPU, type Failure, FILES, FUNCTIONS, IS_ROOT, type Options, rootTest } from './setup-functions';

const { spawnSync } = childProcess;

/** What even root cannot have. */
const REFUSED: [step: string, options: Options, code: string][] = [
  // The kernel has a limit of its own for these.
  ['limits.openFiles', { limits: { openFiles: 'unlimited' } }, 'EPERM'],
  ['limits.openFiles', { limits: { openFiles: { hard: Number.POSITIVE_INFINITY } } }, 'EPERM'],
  ['cpuAffinity', { cpuAffinity: [8191] }, 'EINVAL'],
  ['cpuAffinity', { cpuAffinity: [CPU, 8191] }, 'EINVAL'],
  ['processGroup', { processGroup: 2 ** 31 - 1 }, 'EPERM'],
  ['groups', { groups: [2 ** 32 - 1] }, IS_ROOT ? 'EINVAL' : 'EPERM'],
];

const BAD: [options: unknown, code: string, message: string][] = [
  [{ limits: 5 }, 'ERR_INVALID_ARG_TYPE', '"options.limits" property'],
  [{ limits: [] }, 'ERR_INVALID_ARG_TYPE', '"options.limits" property'],
  [{ limits: { memory: 5 } }, 'ERR_INVALID_ARG_VALUE', "'options.limits.memory' is no limit (cpuTime,"],
  [{ limits: { core: '5' } }, 'ERR_INVALID_ARG_TYPE', '"options.limits.core" property'],
  [{ limits: { core: 'none' } }, 'ERR_INVALID_ARG_TYPE', "'unlimited'"],
  [{ limits: { core: 5n } }, 'ERR_INVALID_ARG_TYPE', '"options.limits.core" property'],
  [{ limits: { core: [] } }, 'ERR_INVALID_ARG_TYPE', '"options.limits.core" property'],
  [{ limits: { core: -1 } }, 'ERR_OUT_OF_RANGE', '"options.limits.core"'],
  [{ limits: { core: 0.5 } }, 'ERR_OUT_OF_RANGE', '"options.limits.core"'],
  [{ limits: { core: Number.NaN } }, 'ERR_OUT_OF_RANGE', '"options.limits.core"'],
  [{ limits: { core: -Infinity } }, 'ERR_OUT_OF_RANGE', '"options.limits.core"'],
  [{ limits: { core: 2 ** 53 } }, 'ERR_OUT_OF_RANGE', '"options.limits.core"'],
  [{ limits: { core: { soft: true } } }, 'ERR_INVALID_ARG_TYPE', '"options.limits.core.soft" property'],
  [{ limits: { core: { hard: -1 } } }, 'ERR_OUT_OF_RANGE', '"options.limits.core.hard"'],
  [
    { limits: { core: { sotf: 1 } } },
    'ERR_INVALID_ARG_VALUE',
    "'options.limits.core.sotf' is neither 'soft' nor 'hard'",
  ],
  [{ limits: { core: { soft: 2, hard: 1 } } }, 'ERR_OUT_OF_RANGE', '"options.limits.core.soft"'],
  [{ limits: { core: { soft: 'unlimited', hard: 1 } } }, 'ERR_OUT_OF_RANGE', '"options.limits.core.soft"'],
  [{ umask: '022' }, 'ERR_INVALID_ARG_TYPE', '"options.umask" property'],
  [{ umask: 0o1000 }, 'ERR_OUT_OF_RANGE', '"options.umask"'],
  [{ umask: -1 }, 'ERR_OUT_OF_RANGE', '"options.umask"'],
  [{ priority: 'high' }, 'ERR_INVALID_ARG_TYPE', '"options.priority" property'],
  [{ priority: 20 }, 'ERR_OUT_OF_RANGE', '"options.priority"'],
  [{ priority: -21 }, 'ERR_OUT_OF_RANGE', '"options.priority"'],
  [{ priority: 0.5 }, 'ERR_OUT_OF_RANGE', '"options.priority"'],
  [{ processGroup: true }, 'ERR_INVALID_ARG_TYPE', '"options.processGroup" property'],
  [{ processGroup: -1 }, 'ERR_OUT_OF_RANGE', '"options.processGroup"'],
  [{ processGroup: 2 ** 31 }, 'ERR_OUT_OF_RANGE', '"options.processGroup"'],
  [{ groups: 5 }, 'ERR_INVALID_ARG_TYPE', '"options.groups" property'],
  [{ groups: ['wheel'] }, 'ERR_INVALID_ARG_TYPE', '"options.groups[0]" property'],
  [{ groups: [1, -1] }, 'ERR_OUT_OF_RANGE', '"options.groups[1]"'],
  [{ groups: [2 ** 32] }, 'ERR_OUT_OF_RANGE', '"options.groups[0]"'],
  [{ noNewPrivileges: 1 }, 'ERR_INVALID_ARG_TYPE', '"options.noNewPrivileges" property'],
  [{ cpuAffinity: 0 }, 'ERR_INVALID_ARG_TYPE', '"options.cpuAffinity" property'],
  [{ cpuAffinity: [] }, 'ERR_INVALID_ARG_VALUE', "'options.cpuAffinity' must name a processor"],
  [{ cpuAffinity: [8192] }, 'ERR_OUT_OF_RANGE', '"options.cpuAffinity[0]"'],
  // biome-ignore lint/suspicious/noSparseArray: as a program may make one
  [{ cpuAffinity: [, 1] }, 'ERR_INVALID_ARG_TYPE', '"options.cpuAffinity[0]" property'],
];

/** Waits until this process has no children; resolves to how many descriptors it has then. */
async function leftOver(expected?: number): Promise<unknown> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
    const open = readdirSync('/proc/self/fd').length;
    const isOver = children === '' && (expected === undefined || open === expected);
    if (isOver || Date.now() > deadline) return children === '' ? open : children;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

for (const [name, run] of Object.entries(FUNCTIONS)) {
  test.serial(`${name}: what the system refuses is the error of the spawn, and leaves nothing behind`, async (t) => {
    // What the first child needs stays.
    await run({});
    await leftOver();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = (await leftOver()) as number;
    for (const [step, options, code] of REFUSED) {
      const error = (await t.throwsAsync(async () => run(options))) as Failure;
      t.is(error.step, step);
      t.is(error.code, code);
      const file = name.startsWith('exec') && !name.startsWith('execFile') ? '/bin/sh' : 'cat';
      const syscall = `${name.endsWith('Sync') ? 'spawnSync' : 'spawn'} ${file}`;
      t.is(error.syscall, syscall);
      t.is(error.message.split('\n')[0], `${syscall} ${code}: cannot set ${step}`);
      t.is(error.path, file);
      t.deepEqual(error.spawnargs?.slice(-1), [file === 'cat' ? FILES[2] : `exec cat ${FILES.join(' ')}`]);
      t.true((error.errno as number) < 0);
    }
    t.is(await leftOver(before), before);
  });

  test(`${name}: bad values are refused at the call`, async (t) => {
    for (const [options, code, message] of BAD) {
      const error = await t.throwsAsync(async () => run(options as Options, 'no-such-program'), { code }, message);
      t.true(error?.message.includes(message), `${error?.message} and ${message}`);
    }
  });
}

rootTest('without privileges, nothing is raised, and the errors name what was refused', (t) => {
  const program = `
    const { spawn, spawnSync } = require('rt-std/child_process');
    spawnSync('true');
    process.setgroups([]);
    process.setgid(65534);
    process.setuid(65534);
    const refused = [{ limits: { cpuTime: { hard: 2000 } } }, { limits: { core: { hard: 'unlimited' } } }, { priority: -1 }, { groups: [7] }];
    const shown = ({ code, step, syscall, path }) => [code, step, syscall, path];
    const results = [];
    for (const options of refused) {
      try {
        spawn('true', options).on('error', (error) => results.push(['event', ...shown(error)]));
      } catch (error) {
        results.push(['thrown', ...shown(error)]);
      }
      results.push(shown(spawnSync('true', options).error));
    }
    const { status } = spawnSync('true', { limits: { cpuTime: 900, core: 0 }, priority: 19 });
    process.on('exit', () => console.log(JSON.stringify([status, results])));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
    encoding: 'utf8',
    limits: { cpuTime: { soft: 500, hard: 1000 }, core: { soft: 0, hard: 0 } },
  });
  t.is(stderr, '');
  const sync = (code: string, step: string) => [code, step, 'spawnSync true', 'true'];
  const now = (code: string, step: string) => ['thrown', code, step, 'spawn true', 'true'];
  t.deepEqual(JSON.parse(stdout), [
    0,
    [
      now('EPERM', 'limits.cpuTime'),
      sync('EPERM', 'limits.cpuTime'),
      now('EPERM', 'limits.core'),
      sync('EPERM', 'limits.core'),
      sync('EACCES', 'priority'),
      now('EPERM', 'groups'),
      sync('EPERM', 'groups'),
      ['event', 'EACCES', 'priority', 'spawn true', 'true'],
    ],
  ]);
});

test('elsewhere than on Linux, each option is refused at the call', (t) => {
  const { readSetup } = internal<{ readSetup(options: object, platform: string): unknown }>(
    'child_process/arguments/setup-options',
  );
  const given = {
    limits: { core: 0 },
    umask: 0,
    priority: 0,
    processGroup: 0,
    groups: [],
    noNewPrivileges: true,
    cpuAffinity: [0],
  };
  for (const [name, value] of Object.entries(given)) {
    for (const platform of ['darwin', 'win32']) {
      const message = `The option ${name} of rt-std/child_process is not available on ${platform}: it needs Linux`;
      t.throws(() => readSetup({ [name]: value }, platform), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', message });
    }
    t.truthy(readSetup({ [name]: value }, 'linux'));
  }
  t.is(readSetup({ limits: undefined, noNewPrivileges: false }, 'win32'), undefined);
});
