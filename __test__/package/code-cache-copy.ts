import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import { theirs } from '../support/modules';
import { IS_WINDOWS } from '../support/portable';
import { copyPackage, PACKAGE } from '../support/program';

const WINDOWS_ADDON = 'win32-x64-gnu';

/** A copy of the package, whose code cache no other process uses. */
export class Copy {
  readonly path = mkdtempSync(join(tmpdir(), 'rt-std-code-cache-'));
  readonly override = join(this.path, 'dist', 'override', 'index.js');
  readonly bundle = join(this.path, 'dist', 'child_process', 'functions.js');
  readonly cache = join(this.path, '.code-cache');

  constructor(t: ExecutionContext) {
    copyPackage(this.path);
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

  /** Runs a program that requires the entry, without a preload: a message of our code. */
  runEntry(environment: NodeJS.ProcessEnv = {}, args: readonly string[] = []): string {
    const text = `require('./dist/child_process').execFile('false', (error) => console.log(error.message.trim()))`;
    const options = { cwd: this.path, env: this.#environment(environment), encoding: 'utf8' } as const;
    return theirs.execFileSync(process.execPath, [...args, '--eval', text], options).trim();
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

  /** The file with the code of `child_process/functions`: the largest. */
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
  let stack;
  try {
    childProcess.spawn('true', { cwd: 1 });
  } catch (error) {
    stack = error.stack.split('\\n').slice(1, 4);
  }
  const ours = require('./dist/child_process/functions.js');
  const file = require.resolve('./dist/child_process/functions.js');
  const { id, filename, loaded, paths, exports: own, constructor } = require.cache[file];
  const same = Object.keys(ours).every((name) => ours[name] === childProcess[name]);
  childProcess.execFile('false', (error) => {
    console.log(JSON.stringify({
      message: error.message, same, stack, id, filename, loaded, paths, isModule: constructor === module.constructor,
      isExports: own === ours, resolved: file,
    }));
  });
`;

/** What the program has printed of an error, or else all of it. */
export function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message: string }).message.trim();
  } catch {
    return text;
  }
}

/** The message that the program prints when it has run `child_process/functions` as it is built. */
export const USUAL = 'Command failed: false';

/** What it prints when it has run code that {@link copyWithOtherCode} has kept. */
export const OTHER = 'Kommand failed: false';

/**
 * A copy with a cache of code that differs from the text, by the same number of characters, so that
 * V8 cannot know: the message says which of both a process has run.
 */
export function copyWithOtherCode(t: ExecutionContext): Copy {
  const copy = new Copy(t);
  const text = readFileSync(copy.bundle, 'latin1');
  t.true(text.includes('Command failed: '));
  writeFileSync(copy.bundle, text.replace('Command failed: ', 'Kommand failed: '));
  t.is(messageOf(copy.run()), OTHER);
  writeFileSync(copy.bundle, text);
  // It was kept with its own text.
  const kept = copy.largest();
  const bytes = readFileSync(kept);
  bytes.write('Command', bytes.indexOf('Kommand failed: '), 'latin1');
  writeFileSync(kept, bytes);
  return copy;
}
