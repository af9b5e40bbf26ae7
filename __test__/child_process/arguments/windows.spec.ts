import test from 'ava';
import { internal } from '../../support/internals';
import { inPretendedWindows } from '../../support/pretended-windows';

interface CommandLine {
  platformArguments(args: readonly string[], verbatim: boolean, platform: string): string[];
  quoteForWindows(argument: string): string;
  isBatchFile(file: string, platform: string): boolean;
}

interface EnvironmentNames {
  environmentNames(environment: object, added: readonly string[], platform: string): string[];
}

const { platformArguments, quoteForWindows, isBatchFile } = internal<CommandLine>(
  'child_process/arguments/command-line',
);
const { environmentNames } = internal<EnvironmentNames>('child_process/arguments/environment-names');

/** Arguments and what they are in a command line, as libuv's `quote_cmd_arg` writes them. */
const QUOTED: [string, string][] = [
  ['', '""'],
  ['HelloWorld', 'HelloWorld'],
  ['Hello World', '"Hello World"'],
  ['Hello\tWorld', '"Hello\tWorld"'],
  ['hello"world', '"hello\\"world"'],
  ['hello""world', '"hello\\"\\"world"'],
  ['hello\\world', 'hello\\world'],
  ['hello\\\\world', 'hello\\\\world'],
  ['hello\\"world', '"hello\\\\\\"world"'],
  ['hello\\\\"world', '"hello\\\\\\\\\\"world"'],
  ['hello world\\', '"hello world\\\\"'],
  ['hello world\\\\', '"hello world\\\\\\\\"'],
  ['a b\\c', '"a b\\c"'],
  ['"', '"\\""'],
  ['\\', '\\'],
  [' \\', '" \\\\"'],
  ['line\nbreak', 'line\nbreak'],
  ['%PATH%', '%PATH%'],
  ['ü €', '"ü €"'],
];

for (const [argument, quoted] of QUOTED) {
  test(`on Windows the argument ${JSON.stringify(argument)} is written ${quoted}`, (t) => {
    t.is(quoteForWindows(argument), quoted);
    t.deepEqual(takenApart(`program ${quoted}`), ['program', argument]);
  });
}

/** The other way, by the rules of Microsoft's C library, one character after the other. */
function takenApart(commandLine: string): string[] {
  const args: string[] = [];
  let current: string | undefined;
  let quoted = false;
  let backslashes = 0;
  for (const character of commandLine) {
    if (character === '\\') {
      backslashes++;
      continue;
    }
    const literal = '\\'.repeat(character === '"' ? backslashes >> 1 : backslashes);
    const escaped = character === '"' && backslashes % 2 === 1;
    backslashes = 0;
    if (literal) current = (current ?? '') + literal;
    if (character === '"' && !escaped) {
      quoted = !quoted;
      current ??= '';
    } else if (!quoted && /[ \t]/.test(character)) {
      if (current !== undefined) args.push(current);
      current = undefined;
    } else {
      current = (current ?? '') + character;
    }
  }
  if (backslashes) current = (current ?? '') + '\\'.repeat(backslashes);
  return current === undefined ? args : [...args, current];
}

test('on Windows the arguments become one command line, quoted unless they are verbatim', (t) => {
  const eval_ = `c:\\path\\to\\node.exe --eval "require('c:\\\\path\\\\to\\\\test.js')"`;
  const args = ['cmd.exe', '/c', eval_];
  t.deepEqual(platformArguments(args, true, 'win32'), [`cmd.exe /c ${eval_}`]);
  t.deepEqual(platformArguments(args, false, 'win32'), [
    `cmd.exe /c "c:\\path\\to\\node.exe --eval \\"require('c:\\\\path\\\\to\\\\test.js')\\""`,
  ]);
  t.deepEqual(platformArguments(args, true, 'linux'), args);
  t.deepEqual(platformArguments(args, false, 'linux'), args);
});

/** Files, and whether Windows gives them to `cmd.exe`. */
const FILES: [string, boolean][] = [
  ['a.bat', true],
  ['a.cmd', true],
  ['C:\\b\\a.BaT', true],
  ['a.cmd.', true],
  ['a.cmd . .', true],
  ['a.bat   ', true],
  ['.bat', true],
  ['a.bat\t\n\v\f\r', true],
  ['a.bat\u00a0', false],
  ['a.cmd\u2003.', false],
  ['a.cmd\ufeff', false],
  ['a.bat.exe', false],
  ['a.batch', false],
  ['abat', false],
  ['cmd', false],
  ['cmd.exe', false],
  ['a.cmd\\b', false],
];

for (const [file, isBatch] of FILES) {
  test(`${JSON.stringify(file)} is ${isBatch ? 'a' : 'no'} batch file`, (t) => {
    t.is(isBatchFile(file, 'win32'), isBatch);
    t.false(isBatchFile(file, 'linux'));
  });
}

test('on Windows the names of variables are sorted, and the first of several cases counts', (t) => {
  const environment = { path: '1', b: '2', PATH: '3', Path: '4', A: '5', a: '6', Z: '7' };
  t.deepEqual(environmentNames(environment, [], 'win32'), ['A', 'PATH', 'Z', 'b']);
  t.deepEqual(environmentNames(environment, [], 'linux'), Object.keys(environment));
});

test('inherited names and added ones are among them', (t) => {
  const environment = Object.create({ INHERITED: '1', OWN: '2' }, { OWN: { value: '3', enumerable: true } });
  t.deepEqual(environmentNames(environment, ['ADDED', 'OWN'], 'linux'), ['OWN', 'INHERITED', 'ADDED']);
  t.deepEqual(environmentNames(environment, ['ADDED', 'own'], 'win32'), ['ADDED', 'INHERITED', 'OWN']);
});

test('on Windows signals end a child as SIGKILL does, and from Node 24 on SIGWINCH cannot be sent', (t) => {
  const known = (node: string): unknown =>
    inPretendedWindows('child_process/native/on-windows', '[0, 1, 2, 9, 15, 28].map(exports.knownSignal)', node);
  for (const node of ['20.20.2', '22.23.3']) t.deepEqual(known(node), [0, 9, 2, 9, 15, 9]);
  for (const node of ['24.21.0', '26.10.0']) t.deepEqual(known(node), [0, 9, 2, 9, 15, 28]);
});
