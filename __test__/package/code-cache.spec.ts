import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import test from 'ava';
import { theirs } from '../support/modules';
import { IS_WINDOWS } from '../support/portable';
import { PACKAGE } from '../support/program';
import { IS_NODE } from '../support/same-as-node';

const WINDOWS_ADDON = 'win32-x64-gnu';

/** A copy of the package, whose code cache no other process uses. */
class Copy {
  readonly path = mkdtempSync(join(tmpdir(), 'rt-std-code-cache-'));
  readonly override = join(this.path, 'dist', 'override', 'index.js');
  readonly bundle = join(this.path, 'dist', 'child_process', 'index.js');
  readonly cache = join(this.path, '.code-cache');

  constructor(t: ExecutionContext) {
    for (const name of ['dist', 'package.json'])
      cpSync(join(PACKAGE, name), join(this.path, name), { recursive: true });
    // Millions of bytes, which nothing here changes; Wine makes no links.
    if (IS_WINDOWS)
      cpSync(join(PACKAGE, 'npm', WINDOWS_ADDON), join(this.path, 'npm', WINDOWS_ADDON), { recursive: true });
    else symlinkSync(join(PACKAGE, 'npm'), join(this.path, 'npm'));
    writeFileSync(join(this.path, 'program.cjs'), PROGRAM);
    t.teardown(() => rmSync(this.path, { recursive: true }));
  }

  /** Runs another program, which prints nothing. */
  runText(text: string): void {
    const argv = ['--require', this.override, '--eval', text];
    theirs.execFileSync(process.execPath, argv, { env: this.#environment({}) });
  }

  run(environment: NodeJS.ProcessEnv = {}, args: readonly string[] = []): string {
    const { stdout, stderr, status } = theirs.spawnSync(process.execPath, this.#argv(args), {
      env: this.#environment(environment),
      encoding: 'utf8',
    });
    return status === 0 ? stdout : `status ${status}: ${stderr}`;
  }

  async runLater(): Promise<string> {
    const { stdout } = await promisify(theirs.execFile)(process.execPath, this.#argv([]), {
      env: this.#environment({}),
    });
    return stdout;
  }

  /** The files of the cache by name, with what is in them. */
  kept(): Map<string, Buffer> {
    return new Map(readdirSync(this.cache).map((name) => [name, readFileSync(join(this.cache, name))]));
  }

  /** The file with the code of `child_process/index`: the largest. */
  largest(): string {
    return join(this.cache, [...this.kept()].sort(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? '');
  }

  #argv(args: readonly string[]): string[] {
    return ['--require', this.override, ...args, join(this.path, 'program.cjs')];
  }

  #environment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const { RT_STD_DISABLE, NODE_V8_COVERAGE, NODE_OPTIONS, ...env } = process.env;
    return { ...env, ...environment };
  }
}

/** Prints what a program may see of how our module was loaded, and a text of its code. */
const PROGRAM = `
  const childProcess = require('node:child_process');
  const ours = require('./dist/child_process/index.js');
  const file = require.resolve('./dist/child_process/index.js');
  const { id, filename, loaded, paths, exports: own, constructor } = require.cache[file];
  const same = Object.keys(ours).every((name) => ours[name] === childProcess[name]);
  let stack;
  try {
    childProcess.spawn('true', { cwd: 1 });
  } catch (error) {
    stack = error.stack.split('\\n').slice(1, 4);
  }
  childProcess.execFile('false', (error) => {
    console.log(JSON.stringify({
      message: error.message, same, stack, id, filename, loaded, paths, isModule: constructor === module.constructor,
      isExports: own === ours, resolved: file,
    }));
  });
`;

const messageOf = (text: string): string => {
  try {
    return (JSON.parse(text) as { message: string }).message.trim();
  } catch {
    return text;
  }
};

/** How many processes have looked whether there is more to keep, and whether both copies agree. */
function contentOf(bytes: Buffer): { looks: number; agree: boolean; length: number } {
  const looks = bytes.length % 8;
  const length = (bytes.length - looks) / 2;
  return { looks, agree: bytes.subarray(0, length).equals(bytes.subarray(length, 2 * length)), length };
}

const USUAL = 'Command failed: false';
const OTHER = 'Kommand failed: false';

/** What Node writes with `NODE_V8_COVERAGE`. */
interface Coverage {
  readonly result: readonly { readonly url: string; readonly functions: unknown }[];
}

const onNode = IS_NODE ? test : test.skip;

/**
 * A copy with a cache of code that differs from the text, by the same number of characters, so that
 * V8 cannot know: the message says which of both a process has run.
 */
function copyWithOtherCode(t: ExecutionContext): Copy {
  const copy = new Copy(t);
  const text = readFileSync(copy.bundle, 'latin1');
  t.true(text.includes('Command failed: '));
  writeFileSync(copy.bundle, text.replace('Command failed: ', 'Kommand failed: '));
  t.is(messageOf(copy.run()), OTHER);
  writeFileSync(copy.bundle, text);
  return copy;
}

onNode('a process runs the code that an earlier one has kept', (t) => {
  const copy = copyWithOtherCode(t);
  t.is(messageOf(copy.run()), OTHER);
});

/** Each read gives a little; at the end, the text of a function is looked at. */
const SLOW_READS = `
  const fs = require('node:fs');
  const { readSync } = fs;
  fs.readSync = (descriptor, bytes, offset, length, position) =>
    readSync(descriptor, bytes, offset, Math.min(length, 1000), position);
  process.on('exit', () => {
    if (!String(require('node:child_process').execFileSync).endsWith('}')) process.exitCode = 9;
  });
`;

onNode('a text is read to its end, however little each read gives', (t) => {
  const copy = copyWithOtherCode(t);
  const preload = join(copy.path, 'slow-reads.cjs');
  writeFileSync(preload, SLOW_READS);
  t.is(messageOf(copy.run({}, ['--require', preload])), OTHER);
});

const WITHOUT: Record<string, [NodeJS.ProcessEnv, string[]?]> = {
  'RT_STD_DISABLE=code-cache': [{ RT_STD_DISABLE: 'live-environment,code-cache' }],
  'RT_STD_DISABLE=all': [{ RT_STD_DISABLE: 'all' }],
  'a flag of V8': [{}, ['--stack-size=900']],
  'a flag of V8 in NODE_OPTIONS': [{ NODE_OPTIONS: '--max-old-space-size=512' }],
};

onNode('the code is not used where Node has to see the text', (t) => {
  const copy = copyWithOtherCode(t);
  const before = copy.kept();
  for (const [title, [environment, args]] of Object.entries(WITHOUT)) {
    t.is(messageOf(copy.run(environment, args)), USUAL, title);
    t.deepEqual(copy.kept(), before, title);
  }
});

onNode('where coverage is measured, the code is used and not written, and a program is covered as without it', (t) => {
  const copy = copyWithOtherCode(t);
  const before = copy.kept();
  const folder = join(copy.path, 'coverage');
  t.is(messageOf(copy.run({ NODE_V8_COVERAGE: folder })), OTHER);
  t.deepEqual(copy.kept(), before);
  rmSync(copy.cache, { recursive: true });
  t.is(messageOf(copy.run({ NODE_V8_COVERAGE: folder })), USUAL);
  t.throws(() => copy.kept(), { code: 'ENOENT' });
  const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage);
  const ofProgram = reports.flatMap(({ result }) => result.filter(({ url }) => url.endsWith('/program.cjs')));
  t.is(ofProgram.length, 2);
  copy.run({ NODE_V8_COVERAGE: join(copy.path, 'plain'), RT_STD_DISABLE: 'code-cache' });
  const [plain] = readdirSync(join(copy.path, 'plain'));
  const { result } = JSON.parse(readFileSync(join(copy.path, 'plain', plain as string), 'utf8')) as Coverage;
  const expected = result.find(({ url }) => url.endsWith('/program.cjs'))?.functions;
  for (const { functions } of ofProgram) t.deepEqual(functions, expected);
});

onNode('with source maps the code is used, and the sources of this package are shown without it', (t) => {
  const copy = copyWithOtherCode(t);
  t.is(messageOf(copy.run({ NODE_OPTIONS: '--no-warnings --enable-source-maps' })), OTHER);
  const args = ['--enable-source-maps'];
  const used = copy.run({}, args);
  t.is(messageOf(used), OTHER);
  const plain = copy.run({ RT_STD_DISABLE: 'code-cache' }, args);
  t.is(messageOf(plain), USUAL);
  const stackOf = (text: string): string => (JSON.parse(text) as { stack: string[] }).stack.join('\n');
  t.regex(stackOf(used), /dist.child_process.index\.js:\d+/);
  t.regex(stackOf(plain), /ts.child_process.arguments.\S+\.ts:\d+/);
});

onNode('a program sees no difference', (t) => {
  const copy = new Copy(t);
  const plain = copy.run({ RT_STD_DISABLE: 'code-cache' });
  t.is(messageOf(plain), USUAL);
  t.is(copy.run(), plain, 'the process that keeps the code');
  t.is(copy.run(), plain, 'a later one');
});

onNode('a copy of the package, with what was kept, shows its own path', (t) => {
  const [first, second] = [new Copy(t), new Copy(t)];
  first.run();
  cpSync(first.cache, second.cache, { recursive: true });
  const { stack } = JSON.parse(second.run()) as { stack: string[] };
  for (const line of stack) t.true(line.includes(second.bundle), line);
});

onNode('a bundle that was changed is compiled by itself', (t) => {
  const copy = copyWithOtherCode(t);
  const text = readFileSync(copy.bundle, 'latin1');
  const hash = (text.match(/[0-9a-f]{32}/) as RegExpMatchArray)[0];
  writeFileSync(
    copy.bundle,
    text.replace(
      hash,
      hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ),
  );
  t.is(messageOf(copy.run()), USUAL);
});

onNode('what is damaged is not run, and is written again', (t) => {
  const copy = new Copy(t);
  t.is(messageOf(copy.run()), USUAL);
  const file = copy.largest();
  const code = readFileSync(file);
  const changed = (position: number): Buffer => {
    const copied = Buffer.from(code);
    copied[position] = (copied[position] as number) ^ 0x41;
    return copied;
  };
  const half = code.length / 2;
  const damaged = {
    empty: Buffer.alloc(0),
    zeros: Buffer.alloc(code.length),
    'the first half': code.subarray(0, half),
    'without the end': code.subarray(0, -1),
    'the first byte': changed(0),
    'a byte of the first copy': changed(half >> 1),
    'a byte of the second copy': changed(half + (half >> 1)),
    'the same byte of both': Buffer.concat([changed(5).subarray(0, half), changed(5).subarray(0, half)]),
  };
  for (const [title, bytes] of Object.entries(damaged)) {
    writeFileSync(file, bytes);
    t.is(messageOf(copy.run()), USUAL, title);
    const written = readFileSync(file);
    t.false(written.equals(bytes), title);
    t.true(written.subarray(0, written.length / 2).equals(written.subarray(written.length / 2)), title);
  }
});

onNode('a folder that cannot be written or read is no error', (t) => {
  const copy = new Copy(t);
  // For root, permissions forbid nothing.
  writeFileSync(copy.cache, '');
  t.is(messageOf(copy.run()), USUAL);
  t.is(messageOf(copy.run()), USUAL);
  rmSync(copy.cache);
  t.is(messageOf(copy.run()), USUAL);
  const file = copy.largest();
  rmSync(file);
  mkdirSync(file);
  t.is(messageOf(copy.run()), USUAL);
  t.deepEqual(readdirSync(file), []);
  t.deepEqual(
    [...readdirSync(copy.cache)].filter((name) => /\.\d+$/.test(name)),
    [],
  );
});

onNode('processes that start at once do not disturb each other', async (t) => {
  const copy = new Copy(t);
  const outputs = await Promise.all(Array.from({ length: 6 }, () => copy.runLater()));
  for (const output of outputs) t.is(messageOf(output), USUAL);
  for (const [name, bytes] of copy.kept()) {
    t.notRegex(name, /\.\d+$/);
    t.true(contentOf(bytes).agree, name);
  }
  t.is(messageOf(copy.run()), USUAL);
});

onNode('the next few processes keep what they have compiled more, and then no other does', (t) => {
  const copy = new Copy(t);
  const onlyLoads = "require('child_process')";
  copy.runText(onlyLoads);
  const first = readFileSync(copy.largest());
  t.is(contentOf(first).looks, 0);
  copy.runText(onlyLoads);
  t.true(readFileSync(copy.largest()).equals(first), 'one that has run nothing does not look');
  copy.runText("require('child_process').spawnSync('true')");
  const second = contentOf(readFileSync(copy.largest()));
  t.deepEqual({ looks: second.looks, agree: second.agree }, { looks: 1, agree: true });
  t.true(second.length > 1.1 * contentOf(first).length, `${second.length} and ${contentOf(first).length}`);
  t.is(messageOf(copy.run()), USUAL);
  const third = contentOf(readFileSync(copy.largest()));
  t.deepEqual({ looks: third.looks, agree: third.agree }, { looks: 2, agree: true });
  t.true(third.length > second.length, `${third.length} and ${second.length}`);
  for (const looks of [3, 4, 4]) {
    t.is(messageOf(copy.run()), USUAL);
    t.deepEqual(contentOf(readFileSync(copy.largest())), { looks, agree: true, length: third.length });
  }
});
