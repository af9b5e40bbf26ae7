import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { inspect, promisify } from 'node:util';
import { exec, execFile, spawn, spawnSync } from 'rt-std/child_process';

const MEBIBYTE = 1024 * 1024;

/**
 * Runs commands in every way that ends by itself, and in the ways that don't end well.
 *
 * @param {import('./report.mjs').Report} report
 */
export async function visitCommands(report) {
  await runInShell(report);
  await runFile(report);
  runSynchronously(report);
  await startMissing(report);
  await runTooLong(report);
  await abort(report);
}

async function runInShell(report) {
  const command = 'seq 1 1000 | sort -rn | head -n 3';
  const [error, stdout] = await new Promise((resolve) => {
    exec(command, (...outcome) => resolve(outcome));
  });
  const found = `error ${inspect(error)}, stdout ${inspect(stdout)}`;
  report.check(error === null && stdout === '1000\n999\n998\n', `exec('${command}'): ${words(stdout)}`, found);
}

async function runFile(report) {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['-p', 'process.ppid']);
  const child = `execFile(node, ['-p', 'process.ppid']), promisified: ${words(stdout)}`;
  report.check(stdout === `${process.pid}\n`, `${child}, which is this process`, stdout);

  const failure = await run('sh', ['-c', 'echo no such luck >&2; exit 3']).catch((error) => error);
  const { code, stderr, cmd } = failure;
  const description = `the same with a script that fails: code ${inspect(code)}, stderr ${inspect(stderr)}`;
  report.check(code === 3 && stderr === 'no such luck\n', description, inspect({ code, stderr, cmd }));
}

function runSynchronously(report) {
  const input = Buffer.alloc(MEBIBYTE, 'rt-std ');
  const { status, stdout } = spawnSync('sha256sum', { input, encoding: 'utf8' });
  const hash = createHash('sha256').update(input).digest('hex');
  const description = `spawnSync('sha256sum') with 1 MiB of input: ${stdout?.slice(0, 16)}…, as node:crypto has it`;
  report.check(status === 0 && stdout.startsWith(hash), description, inspect({ status, stdout }));
}

async function startMissing(report) {
  const child = spawn('a-command-that-is-not-there', ['--now']);
  const [error] = await once(child, 'error');
  const { code, syscall } = error;
  const holds = code === 'ENOENT' && syscall === `spawn ${child.spawnfile}` && child.pid === undefined;
  report.check(holds, `a missing command: 'error' event, ${error.message}, pid ${child.pid}`, inspect(error));
}

async function runTooLong(report) {
  const start = performance.now();
  const error = await new Promise((resolve) => {
    execFile('sleep', ['30'], { timeout: 100 }, resolve);
  });
  const { killed, signal, code, cmd } = error ?? {};
  const milliseconds = Math.round(performance.now() - start);
  const found = `killed ${killed}, signal ${signal}, code ${code}, cmd ${inspect(cmd)}, after ${milliseconds} ms`;
  const holds = killed === true && signal === 'SIGTERM' && code === null && cmd === 'sleep 30' && milliseconds >= 99;
  report.check(holds, `a timeout of 100 ms: ${found}`, found);
}

async function abort(report) {
  const controller = new AbortController();
  const child = spawn('sleep', ['30'], { signal: controller.signal, stdio: 'ignore' });
  const closed = new Promise((resolve) => {
    child.once('close', (...outcome) => resolve(outcome));
  });
  const failed = new Promise((resolve) => {
    child.once('error', resolve);
  });
  await once(child, 'spawn');
  controller.abort();
  const error = await failed;
  const [code, signal] = await closed;
  const found = `'error' event, ${error.name} (${error.code}); then 'close' with code ${code}, signal ${signal}`;
  const holds = error.code === 'ABORT_ERR' && code === null && signal === 'SIGTERM';
  report.check(holds, `an AbortSignal: ${found}`, found);
}

function words(output) {
  return output.trim().split('\n').join(' ');
}
