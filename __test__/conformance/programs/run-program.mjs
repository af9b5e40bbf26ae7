import { spawn } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { groupEnd } from '../node-suite/group-end.mjs';
import { endLeftovers, leftovers } from '../node-suite/leftovers.mjs';
import { programsFolder } from './catalogue.mjs';
import { countChildren } from './children.mjs';
import { probeVariable, programEnvironment } from './environment.mjs';

const limit = 120_000;
/** How long a program's last processes may take to end after it. */
const grace = 5_000;

/**
 * @typedef {object} Run
 * @property {unknown} result what counts of it; `undefined` when `trouble` is not
 * @property {string | undefined} trouble why it is no run that counts: it took too long, left
 *   processes behind, printed what cannot be understood
 * @property {string} output everything it printed
 * @property {number} milliseconds
 * @property {number} children how many children were started through us, as far as the probe was
 *   there
 */

/**
 * Runs a program once, on a copy of its project.
 *
 * @param {import('./catalogue.mjs').Program} program
 * @param {string} modules the folder `node_modules` with all programs
 * @param {Record<string, string>} variables for its environment
 * @returns {Promise<Run>}
 */
export async function runProgram(program, modules, variables) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rt-std-program-')));
  const project = layProject(program, folder, modules);
  const env = { ...programEnvironment(folder, modules), ...variables };
  try {
    const paths = [join(folder, 'stdout'), join(folder, 'stderr')];
    const { status, milliseconds, outOfTime } = await runToEnd(program.command({ modules, project }), paths, {
      cwd: project,
      env,
    });
    const left = await endAll(env[probeVariable]);
    const [stdout, stderr] = paths.map((path) => readFileSync(path, 'utf8'));
    const run = { output: `${stdout}${stderr}`, milliseconds, children: countChildren(env[probeVariable]) };
    if (outOfTime) return { ...run, trouble: `took longer than ${limit / 1000} s` };
    if (left.length > 0) return { ...run, trouble: `left processes running: ${left.join(', ')}` };
    return { ...run, ...read(program, { status, stdout, stderr, project }) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function layProject(program, folder, modules) {
  const project = join(folder, 'project');
  const own = join(programsFolder, program.project ?? program.name, 'project');
  if (existsSync(own)) cpSync(own, project, { recursive: true });
  else mkdirSync(project);
  symlinkSync(modules, join(project, 'node_modules'));
  return project;
}

// Output goes into files: a pipe would stay open as long as anyone that the program leaves behind.
async function runToEnd(args, paths, options) {
  const files = paths.map((path) => openSync(path, 'w'));
  const started = performance.now();
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', ...files], detached: true });
  for (const file of files) closeSync(file);
  const { status, outOfTime } = await groupEnd(child, limit);
  return { status, outOfTime, milliseconds: performance.now() - started };
}

async function endAll(probe) {
  const end = performance.now() + grace;
  while (leftovers(probeVariable, probe).length > 0 && performance.now() < end) await delay(50);
  const left = leftovers(probeVariable, probe).map(commandLine);
  endLeftovers(probeVariable, probe);
  return left;
}

function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return `process ${pid}`;
  }
}

function read(program, end) {
  try {
    return { result: program.result(end) };
  } catch (error) {
    return { trouble: `its result cannot be read: ${error.message}` };
  }
}
