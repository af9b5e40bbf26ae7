import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PACKAGE, ProgramFolder } from '../support/program';

const PROGRAM = `
import childProcess, { type SpawnOptions, spawn } from 'rt:child_process';
import querystring from 'rt:querystring';
import sameChildProcess from 'rt-std/child_process';

const options: SpawnOptions = { stdio: 'ignore', timeout: 1000 };
const parsed: querystring.ParsedUrlQuery = querystring.parse('a=1');
export const pid: number | undefined = spawn('true', [], options).pid;
export const same: typeof sameChildProcess = childProcess;
export const values: (string | string[] | undefined)[] = Object.values(parsed);
`;

const OPTIONS = { module: 'node20', strict: true, noEmit: true, types: ['node', 'rt-std/types'] };

function compile(program: string): string {
  const folder = new ProgramFolder({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS }),
    'program.ts': program,
  });
  symlinkSync(join(PACKAGE, 'node_modules', '@types'), join(folder.path, 'node_modules', '@types'));
  const { stdout } = folder.node([join(PACKAGE, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.']);
  folder.remove();
  return stdout;
}

test('TypeScript knows the specifiers through rt-std/types', (t) => {
  t.is(compile(PROGRAM), '');
});

test('TypeScript rejects wrong uses of the specifiers', (t) => {
  t.regex(compile("import { spawn } from 'rt:child_process'; spawn(5);"), /error TS2769|error TS2345/);
  t.regex(compile("import 'rt:nothing'; import nothing from 'rt:nothing'; nothing();"), /error TS2307/);
});
