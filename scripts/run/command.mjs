import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { killGroup } from './kill-group.mjs';
import { report } from './progress.mjs';
import { root, setUpFolder } from './project.mjs';

const firstSignOfLife = 5_000;
const signOfLife = 15_000;
const keptCharacters = 8_000;

/** For `accept`: whoever runs tests reads their results, and then the status. */
export const anyStatus = Array.from({ length: 256 }, (_, status) => status);

const running = new Set();
process.on('exit', () => {
  for (const end of running) end('SIGTERM');
});

/**
 * Runs a program to its end with its output in `target/set-up/<step>.log`. When it takes longer
 * than a few seconds, a line now and then says what it is doing.
 *
 * @param {string} step name of the step, shown before each line
 * @param {string} program
 * @param {string[]} args
 * @param {object} options
 * @param {Record<string, string>} options.env
 * @param {string} [options.cwd] default: the root of the clone
 * @param {number} [options.limit] milliseconds after which the program and what it has started are
 *   killed; default: none
 * @param {AbortSignal} [options.signal] kills the program and what it has started
 * @param {string} [options.remedy] what to do when it fails
 * @param {(line: string) => void} [options.onLine] receives every line of the output; the signs of
 *   life are left out then
 * @param {number[]} [options.accept] exit statuses that are no failure; default `[0]`
 * @returns {Promise<{ output: string, status: number }>} the output (its last 8,000 characters) and
 *   the exit status
 * @throws {Failure} when the program is missing, is killed, runs out of time or ends with another
 *   status
 */
export function run(step, program, args, { env, cwd = root, limit, signal, remedy, onLine, accept = [0] }) {
  mkdirSync(setUpFolder, { recursive: true });
  const logPath = join(setUpFolder, `${step.replaceAll(/[^\w-]+/g, '-')}.log`);
  const log = createWriteStream(logPath);
  return new Promise((resolve, reject) => {
    // In a process group of its own, what the program has started ends with it.
    const detached = limit !== undefined || signal !== undefined;
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached });
    const end = (name) => (detached ? killGroup(child.pid, name) : child.kill(name));
    running.add(end);
    let output = '';
    let lastLine = '';
    let rest = '';
    let outOfTime = false;

    const take = (text) => {
      log.write(text);
      output = (output + text).slice(-keptCharacters);
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop();
      for (const line of lines) {
        if (line.trim() !== '') lastLine = line.trim();
        onLine?.(line);
      }
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);

    const sign = () => report(step, lastLine === '' ? 'still running' : `still running: ${lastLine.slice(0, 100)}`);
    let interval;
    const timer = onLine
      ? undefined
      : setTimeout(() => {
          sign();
          interval = setInterval(sign, signOfLife);
        }, firstSignOfLife);
    const kill = () => {
      end('SIGTERM');
      setTimeout(() => end('SIGKILL'), 3_000).unref();
    };
    const limitTimer =
      limit === undefined
        ? undefined
        : setTimeout(() => {
            outOfTime = true;
            kill();
          }, limit);
    signal?.addEventListener('abort', kill);
    const stop = () => {
      running.delete(end);
      signal?.removeEventListener('abort', kill);
      clearTimeout(timer);
      clearInterval(interval);
      clearTimeout(limitTimer);
      log.end();
    };

    child.on('error', (cause) => {
      stop();
      reject(new Failure(`${step}: ${program} does not start (${cause.code})`, { remedy, cause }));
    });
    child.on('close', (status, endedBy) => {
      stop();
      if (rest !== '') onLine?.(rest);
      if (!outOfTime && accept.includes(status)) {
        resolve({ output, status });
        return;
      }
      const how = outOfTime
        ? `took longer than ${limit / 1000} s`
        : endedBy
          ? `was ended by ${endedBy}`
          : `ended with status ${status}`;
      const message = `${step}: ${[program, ...args].join(' ')} ${how} (all output: ${logPath})`;
      reject(new Failure(message, { remedy, output: onLine ? undefined : output }));
    });
  });
}
