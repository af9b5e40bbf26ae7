#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { moduleClass } from '../node-builtins/module-class';

const HELP = `Usage: rt [--override] program [arguments...]

Runs a program with the modules rt:child_process and rt:querystring.

  --override   puts them in the place of Node's child_process and querystring, for the whole program
  --version    prints the version
  --help       prints this

Options of Node go into NODE_OPTIONS.
`;

const OPTIONS = ['version', 'help', 'override'] as const;
type Option = (typeof OPTIONS)[number];

/** The command's own options end where the program's name stands. */
function main(args: readonly string[]): void {
  const programIndex = args.findIndex((argument) => !argument.startsWith('-'));
  const own = programIndex === -1 ? args : args.slice(0, programIndex);
  const { override, version, help } = ownOptions(own);
  if (version) process.stdout.write(`${ownVersion()}\n`);
  else if (help) process.stdout.write(HELP);
  else if (programIndex === -1) fail('no program is named');
  else run(args.slice(programIndex), override);
}

function ownOptions(args: readonly string[]): Record<Option, boolean> {
  const unknown = args.find((argument) => !OPTIONS.some((option) => argument === `--${option}`));
  if (unknown !== undefined) fail(`Unknown option '${unknown}'`);
  const [version, help, override] = OPTIONS.map((option) => args.includes(`--${option}`));
  return { version: Boolean(version), help: Boolean(help), override: Boolean(override) };
}

function ownVersion(): string {
  const text = readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
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
  require('../register');
  if (override) require('../override');
  (moduleClass() as unknown as { runMain(): void }).runMain();
}

main(process.argv.slice(2));
