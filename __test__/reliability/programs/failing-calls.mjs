// Runs programs that start, signal and talk to children, and in each run one system call of the
// addon fails: each call in turn, with each error it may fail with.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomNumbers } from '../../soak/messages.mjs';
import { errorsOf, nameOf } from './failing-errors.mjs';
import { count, progress, result, seed } from './report.mjs';

const SCENARIOS = [
  'pipes',
  'options',
  'missing',
  'killed',
  'aborted',
  'exec',
  'execFile, timeout',
  'spawnSync',
  'spawnSync, timeout',
  'execFileSync',
  'json',
  'advanced',
  'sockets',
  'own end',
  'worker',
];
/**
 * How many calls of one kind, with the same command and on the same side, fail in turn, besides the
 * last of them.
 */
const FIRST_ALIKE = 3;
const AT_ONCE = 2;
/** How long one run may take, in milliseconds, before it counts as one that hangs. */
const LONGEST_RUN = 60_000;
/** The kernel has no notifications, or does not allow them here. */
const UNSUPPORTED = 99;
/** What a path of the addon's file has in it. */
const ADDON = 'rt-std.linux';
/**
 * Errors that a program gets instead of the one that was made: the channel, or the child, is gone
 * by then.
 */
const FOLLOWING = ['EPIPE', 'ECONNRESET', 'ERR_IPC_CHANNEL_CLOSED', 'EARLY', 'NOT_BACK'];

/**
 * The addon asks by these whether a number that was reserved for it still is. Where it gets no
 * answer, it leaves the descriptor open, which may be another one.
 */
const QUESTIONS = ['fcntl', 'fstat', 'newfstatat'];

const folder = mkdtempSync(join(tmpdir(), 'rt-std-failing-calls-'));
const launcher = join(folder, 'failing-calls');
const subject = fileURLToPath(new URL('failing-calls-subject.mjs', import.meta.url));
process.on('exit', () => rmSync(folder, { recursive: true }));
execFileSync('cc', ['-O1', '-o', launcher, fileURLToPath(new URL('failing-calls.c', import.meta.url))]);

/** Runs a scenario, with a call that fails in it; `undefined`: none. */
async function run(scenario, times, id, call = { number: -1, value: 0, occurrence: 0, error: { errno: 0 } }) {
  const list = join(folder, `list-${id}`);
  const { number, value, occurrence, error } = call;
  const program = [process.execPath, '--expose-gc', subject, scenario, String(times)];
  const child = spawn(launcher, [ADDON, list, number, value, occurrence, error.errno, ...program].map(String), {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      output[name] += chunk;
    });
  }
  let hangs = false;
  const timer = setTimeout(() => {
    hangs = true;
    process.kill(-child.pid, 'SIGKILL');
  }, LONGEST_RUN);
  const status = await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  const calls = readFileSync(list, 'utf8').trim().split('\n');
  rmSync(list);
  return { ...output, status, hangs, calls };
}

/**
 * The calls that a scenario makes, each with its occurrence; of many that are alike, the first ones
 * and the last.
 */
function callsOf(lines) {
  const alike = new Map();
  const occurrences = new Map();
  for (const line of lines) {
    const [number, value, side] = line.split(' ');
    const occurrence = (occurrences.get(`${number} ${value}`) ?? 0) + 1;
    occurrences.set(`${number} ${value}`, occurrence);
    const call = { number: Number(number), value: Number(value), side, occurrence };
    alike.set(line, [...(alike.get(line) ?? []), call]);
  }
  return [...alike.values()].flatMap((calls) =>
    calls.filter((_, index) => index < FIRST_ALIKE || index === calls.length - 1),
  );
}

/** What is wrong with a run in which a call failed; `undefined` when nothing is. */
function judge({ status, hangs, stdout, stderr }, usual, { error, number }) {
  if (hangs) return 'it hangs';
  if (status !== 0) return `it ended with ${status}: ${stderr.trim().split('\n').slice(0, 6).join(' | ')}`;
  const { outcomes, held } = JSON.parse(stdout);
  // Which of the two it is depends on how many calls the first made this time.
  const [failed, ...more] = outcomes.filter((outcome) => outcome !== 'ok');
  if (more.length > 0) return `both failed: ${JSON.stringify(outcomes)}`;
  for (const [name, amount] of Object.entries(held)) {
    const allowed = usual[name] + (name === 'reserved' && QUESTIONS.includes(nameOf(number)) ? 1 : 0);
    if (amount > allowed) return `${amount - allowed} ${name} left`;
  }
  if (failed && failed.errno !== -error.errno && !FOLLOWING.includes(failed.code)) {
    return `another error: ${JSON.stringify(failed)}`;
  }
  return undefined;
}

const random = randomNumbers(seed);
const failures = [];
const tasks = [];
const usual = {};
const names = new Set();
for (const scenario of SCENARIOS) {
  const once = await run(scenario, 1, 'once');
  if (once.status === UNSUPPORTED) {
    result({ runs: 0, skipped: 'the kernel has no notifications of seccomp' }, []);
    process.exit();
  }
  const twice = await run(scenario, 2, 'twice');
  if (twice.status !== 0 || !/"outcomes":\["ok","ok"\]/.test(twice.stdout)) {
    failures.push(`${scenario} without a failing call: ${twice.status}, ${twice.stdout}${twice.stderr}`);
    continue;
  }
  usual[scenario] = JSON.parse(twice.stdout).held;
  for (const call of callsOf(once.calls)) {
    for (const error of errorsOf(call)) tasks.push({ scenario, ...call, error });
  }
  progress(tasks.length);
}
// A part of them, at random, when not all are wanted.
for (let index = tasks.length - 1; index > 0; index--) {
  const other = Math.floor(random() * (index + 1));
  [tasks[index], tasks[other]] = [tasks[other], tasks[index]];
}
if (process.env.RT_RELIABILITY_VERBOSE) console.error(tasks.length, 'runs');
const wanted = tasks.slice(0, count);
const totals = { runs: 0, 'not reached': 0, 'went well all the same': 0, 'error reported': 0 };

async function work(id) {
  for (let task = wanted.pop(); task; task = wanted.pop()) {
    const outcome = await run(task.scenario, 2, id, task);
    const wrong = judge(outcome, usual[task.scenario], task);
    const { scenario, number, value, side, occurrence, error } = task;
    names.add(nameOf(number));
    if (wrong) {
      const call = `${nameOf(number)}${value ? ` ${value}` : ''} #${occurrence} of the ${side}: ${error.name}`;
      failures.push(`${scenario}, ${call}: ${wrong}`);
      if (process.env.RT_RELIABILITY_VERBOSE) console.error(failures.at(-1));
    } else if (!outcome.calls.includes('failed')) totals['not reached'] += 1;
    else if (JSON.parse(outcome.stdout).outcomes.every((one) => one === 'ok')) totals['went well all the same'] += 1;
    else totals['error reported'] += 1;
    progress(++totals.runs);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, (_, id) => work(id)));
result({ scenarios: SCENARIOS.length, 'kinds of system calls': names.size, ...totals }, failures);
