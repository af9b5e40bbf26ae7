#!/usr/bin/env node
import { resolve } from 'node:path';
import { moduleClass } from '../node-builtins/module-class';

const HELP = `Usage: rt [--override] program [arguments...]
       rt --backend
       rt doctor

Runs a program with the modules rt:child_process and rt:querystring.

  --override   puts them in the place of Node's child_process and querystring, for the whole program
  --backend    prints what does the work here, the native addon or something else, and why
  --version    prints the version
  --help       prints this

  doctor       prints how rt-std works here, and what to do where something is not as it should be
               (rt ./doctor runs a program of that name)

Options of Node go into NODE_OPTIONS.
`;

const OPTIONS = ['version', 'help', 'override', 'backend'] as const;
type Option = (typeof OPTIONS)[number];

/** The command's own options end where the program's name stands, or `--` before it. */
function main(args: readonly string[]): void {
  const end = args.findIndex((argument) => argument === '--' || !argument.startsWith('-'));
  const own = end === -1 ? args : args.slice(0, end);
  const program = end === -1 ? [] : args.slice(args[end] === '--' ? end + 1 : end);
  const { override, version, help, backend } = ownOptions(own);
  if (version) process.stdout.write(`${loadDoctor().ownVersion()}\n`);
  else if (help) process.stdout.write(HELP);
  else if (backend) process.stdout.write(describeBackend());
  else if (program.length === 0) fail('no program is named');
  else if (args.length === 1 && args[0] === 'doctor') process.exitCode = loadDoctor().doctor();
  else run(program, override);
}

function ownOptions(args: readonly string[]): Record<Option, boolean> {
  const unknown = args.find((argument) => !OPTIONS.some((option) => argument === `--${option}`));
  if (unknown !== undefined) fail(`Unknown option '${unknown}'`);
  const [version, help, override, backend] = OPTIONS.map((option) => args.includes(`--${option}`));
  return { version: Boolean(version), help: Boolean(help), override: Boolean(override), backend: Boolean(backend) };
}

/** Not before it is needed: whoever runs a program waits for it. */
function loadDoctor(): typeof import('./doctor') {
  return require('./doctor') as typeof import('./doctor');
}

function describeBackend(): string {
  const { backend } = require('../backend') as typeof import('../backend');
  return `child_process: ${backend.child_process ?? 'none'}\nquerystring: ${backend.querystring}\n${backend.reason}\n`;
}

/** Node's own exit code for an invalid argument is 9. */
function fail(reason: string): never {
  process.stderr.write(`rt: ${reason}\n\n${HELP}`);
  process.exit(9);
}

/** In this very process: its exit code, its signals and its input are the program's. */
function run(program: string[], override: boolean): void {
  const [name = '', ...args] = program;
  process.argv.splice(1, process.argv.length, resolve(name), ...args);
  // As with `--require`: Node's own `fork()`, and so `cluster`, passes it on.
  if (!override) process.execArgv.push('--require', require.resolve('../register'));
  require('../register');
  if (override) require('../override');
  (moduleClass() as unknown as { runMain(): void }).runMain();
}

main(process.argv.slice(2));
