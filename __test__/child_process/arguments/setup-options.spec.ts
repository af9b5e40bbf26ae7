/** What is set in a child before its program is executed, as that program sees it in `/proc`. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import test from 'ava';
import childProcess from 'rt-std/child_process';
import { CPU, FILES, FUNCTIONS, type Options, own, rootTest, seenIn } from './setup-functions';

const { spawn, spawnSync } = childProcess;
const GIB = 2 ** 30;

for (const [name, run] of Object.entries(FUNCTIONS)) {
  test(`${name}: limits`, async (t) => {
    const { limit } = seenIn(
      await run({
        limits: {
          cpuTime: { soft: 50, hard: 60 },
          addressSpace: { soft: 6 * GIB, hard: 8 * GIB },
          fileSize: 5 * GIB + 1,
          openFiles: { hard: 30 },
          processes: { soft: 900 },
          core: { soft: 0, hard: undefined },
          stack: { soft: 4 * 2 ** 20 },
        },
      }),
    );
    t.deepEqual(limit('cpu time'), ['50', '60']);
    t.deepEqual(limit('address space'), [String(6 * GIB), String(8 * GIB)]);
    t.deepEqual(limit('file size'), [String(5 * GIB + 1), String(5 * GIB + 1)]);
    // Lowered to the hard limit.
    t.deepEqual(limit('open files'), ['30', '30']);
    t.deepEqual(limit('processes'), ['900', own.limit('processes')[1]]);
    t.deepEqual(limit('core file size'), ['0', own.limit('core file size')[1]]);
    t.deepEqual(limit('stack size'), [String(4 * 2 ** 20), own.limit('stack size')[1]]);
  });

  test(`${name}: umask, priority, noNewPrivileges, cpuAffinity and processGroup`, async (t) => {
    const nice = Math.min(own.nice + 1, 19);
    const options = { umask: 0o027, priority: nice, noNewPrivileges: true, cpuAffinity: [CPU], processGroup: 0 };
    const seen = seenIn(await run(options));
    t.is(seen.status('Umask'), '0027');
    t.is(seen.nice, nice);
    t.is(seen.status('NoNewPrivs'), '1');
    t.is(seen.status('Cpus_allowed_list'), String(CPU));
    t.is(seen.group, seen.pid);
  });

  test(`${name}: without options, and with undefined and null, all is as in this process`, async (t) => {
    const names = ['limits', 'umask', 'priority', 'processGroup', 'groups', 'noNewPrivileges', 'cpuAffinity'];
    const each = (value: unknown) => Object.fromEntries(names.map((option) => [option, value])) as Options;
    for (const options of [{}, each(undefined), each(null), { limits: {}, noNewPrivileges: false }]) {
      const seen = seenIn(await run(options));
      for (const limit of ['cpu time', 'address space', 'open files', 'core file size', 'stack size']) {
        t.deepEqual(seen.limit(limit), own.limit(limit));
      }
      for (const line of ['Umask', 'NoNewPrivs', 'Cpus_allowed_list', 'Groups']) {
        t.is(seen.status(line), own.status(line));
      }
      t.deepEqual([seen.nice, seen.group], [own.nice, own.group]);
    }
  });

  rootTest(`${name}: groups, and what needs privileges before they are given up`, async (t) => {
    t.is(seenIn(await run({ groups: [7, 9] })).status('Groups'), '7 9');
    t.is(seenIn(await run({ groups: [] })).status('Groups'), '');
    const nice = own.nice - 1;
    const limits = { cpuTime: { soft: 70, hard: 80 } };
    const identity = { uid: 65_534, gid: 65_533, groups: [4_000_000_000, 7] };
    const seen = seenIn(await run({ ...identity, limits, priority: nice, noNewPrivileges: true }));
    t.is(seen.status('Uid'), Array(4).fill('65534').join('\t'));
    t.is(seen.status('Gid'), Array(4).fill('65533').join('\t'));
    t.is(seen.status('Groups'), '7 4000000000');
    t.is(seen.nice, nice);
    t.deepEqual(seen.limit('cpu time'), ['70', '80']);
  });
}

/** The types of the synchronous functions, like Node's, do not know it. */
const DETACHED = { detached: true } as object;

test('a group is joined; beside detached, there is a new one already', async (t) => {
  const first = spawn('cat', { processGroup: 0, stdio: ['pipe', 'ignore', 'inherit'] });
  const joined = seenIn(await (FUNCTIONS.spawn as (options: Options) => Promise<string>)({ processGroup: first.pid }));
  t.is(joined.group, Number(first.pid));
  first.kill();
  await once(first, 'close');
  const detached = spawnSync('cat', FILES, { encoding: 'utf8', processGroup: 0, ...DETACHED });
  const { group, pid } = seenIn(detached.stdout);
  t.deepEqual([group, pid], [detached.pid, detached.pid]);
  const error = { code: 'ERR_INVALID_ARG_VALUE', message: /must be 0 beside options\.detached/ };
  t.throws(() => spawn('cat', { detached: true, processGroup: own.group }), error);
  t.throws(() => spawnSync('cat', { contain: true, processGroup: own.group }), {
    ...error,
    message: /must be 0 beside options\.contain/,
  });
  const contained = spawn('cat', FILES, { contain: true, processGroup: 0 });
  t.is(seenIn(await text(contained.stdout)).group, Number(contained.pid));
});

test('what the options hold is read once, and only what is their own', (t) => {
  let reads = 0;
  const limits = {
    get openFiles() {
      reads++;
      return reads === 1 ? 20 : ('what' as never);
    },
  };
  const cpus = new Proxy([CPU], {
    get(target, name, receiver) {
      if (name === '0') reads++;
      return Reflect.get(target, name, receiver);
    },
  });
  Object.setPrototypeOf(limits, { stack: 'what' });
  const { stdout } = spawnSync('cat', FILES, { encoding: 'utf8', limits, cpuAffinity: cpus });
  t.is(reads, 2);
  t.deepEqual(seenIn(stdout).limit('open files'), ['20', '20']);
});

test.serial('a program that patches ChildProcess.prototype.spawn sees and changes the options', async (t) => {
  const { prototype } = childProcess.ChildProcess;
  const { spawn: original } = prototype;
  const seen: unknown[] = [];
  prototype.spawn = function (options) {
    seen.push({ ...((options as { limits?: unknown }).limits as object) });
    return original.call(this, { ...options, umask: 0o111 } as never);
  };
  try {
    const child = spawn('cat', FILES, { limits: { core: 0 } });
    t.is(seenIn(await text(child.stdout)).status('Umask'), '0111');
  } finally {
    prototype.spawn = original;
  }
  t.deepEqual(seen, [{ core: { soft: 0, hard: 0 } }]);
});
test('processors are counted as they are read', (t) => {
  let asked = 0;
  const processors = new Proxy([0], {
    get(target, name, receiver) {
      // None when the processors are read, one afterwards.
      if (name === 'length') return asked++ < 1 ? 0 : 1;
      return Reflect.get(target, name, receiver);
    },
  });
  t.throws(() => spawnSync('true', { cpuAffinity: processors }), { code: 'ERR_INVALID_ARG_VALUE' });
});
