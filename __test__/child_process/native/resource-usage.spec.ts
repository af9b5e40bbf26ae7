/** What a child has used: `child.resourceUsage()`, and `resourceUsage` of results and errors. */
import { once } from 'node:events';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import childProcess from 'rt-std/child_process';

const { exec, execFile, execFileSync, execSync, spawn, spawnSync } = childProcess;

/** Takes time, and work besides. */
const WORK =
  'sleep .2; i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; head -c 5000000 /dev/zero | tail -c 1 >/dev/null';

function isPlausible(t: ExecutionContext, usage: childProcess.ResourceUsage | undefined): void {
  if (usage === undefined) {
    t.fail('no usage');
    return;
  }
  const { wallClockTime, ...rest } = usage;
  t.deepEqual(Object.keys(rest).sort(), Object.keys(process.resourceUsage()).sort());
  for (const value of Object.values(usage)) t.true(Number.isInteger(value) && value >= 0);
  t.true(wallClockTime >= 200_000 && wallClockTime < 60_000_000, `${wallClockTime}`);
  const processor = usage.userCPUTime + usage.systemCPUTime;
  t.true(processor > 1000 && processor < 20_000_000, `${processor}`);
  // KiB: a shell takes some MiB.
  t.true(usage.maxRSS > 300 && usage.maxRSS < 1_000_000, `${usage.maxRSS}`);
  t.true(usage.minorPageFault > 10);
  t.true(usage.voluntaryContextSwitches > 0);
}

test('of a child of spawn, from its exit on', async (t) => {
  const child = spawn('sh', ['-c', WORK]);
  t.is(child.resourceUsage(), undefined);
  await new Promise<void>((resolve) => {
    child.on('exit', () => {
      isPlausible(t, child.resourceUsage());
      resolve();
    });
  });
  t.deepEqual(child.resourceUsage(), child.resourceUsage());
  t.not(child.resourceUsage(), child.resourceUsage());
});

test('of a child that was killed, and of one that did not start', async (t) => {
  const killed = spawn('sleep', ['60']);
  killed.kill();
  await once(killed, 'exit');
  t.is(typeof killed.resourceUsage()?.maxRSS, 'number');
  const missing = spawn('no-such-program');
  await once(missing, 'error');
  t.is(missing.resourceUsage(), undefined);
});

test('each child has its own', async (t) => {
  const idle = spawn('sleep', ['.3']);
  const busy = spawn('sh', ['-c', 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done']);
  await Promise.all([once(idle, 'exit'), once(busy, 'exit')]);
  const of = (child: childProcess.SpawnedChildProcess): number => child.resourceUsage()?.userCPUTime ?? -1;
  t.true(of(busy) > of(idle), `${of(busy)} ${of(idle)}`);
});

test('of results and errors of the promisified forms', async (t) => {
  const result = await promisify(exec)(WORK);
  isPlausible(t, result.resourceUsage);
  t.deepEqual(Object.keys(result), ['stdout', 'stderr']);
  const error = (await t.throwsAsync(
    promisify(execFile)('sh', ['-c', `${WORK}; exit 3`]),
  )) as childProcess.ExecException;
  isPlausible(t, error.resourceUsage);
  t.false(Object.keys(error).includes('resourceUsage'));
});

test('of results and errors of the synchronous functions', (t) => {
  const result = spawnSync('sh', ['-c', WORK]);
  isPlausible(t, result.resourceUsage);
  t.false(Object.keys(result).includes('resourceUsage'));
  for (const call of [() => execSync(`${WORK}; exit 3`), () => execFileSync('sh', ['-c', `${WORK}; exit 3`])]) {
    const error = t.throws(call) as childProcess.ExecException;
    isPlausible(t, error.resourceUsage);
    t.false(Object.keys(error).includes('resourceUsage'));
  }
  t.is(spawnSync('no-such-program').resourceUsage, undefined);
});
