import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { theirs } from './modules';

/** The root of the package. */
export const PACKAGE = resolve(__dirname, '..', '..', '..');

/**
 * The path of a program that the specs start, or of its source.
 *
 * @param name - below `fixtures`
 */
export function fixture(name: string): string {
  return join(PACKAGE, '__test__', 'fixtures', name);
}

/** Copies the package to a folder, without its addons. */
export function copyPackage(folder: string): void {
  for (const part of ['dist', 'package.json']) cpSync(join(PACKAGE, part), join(folder, part), { recursive: true });
}

/** The result of a program. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A folder with a program's files, in which `rt-std` is installed. */
export class ProgramFolder {
  readonly path: string;

  constructor(files: Record<string, string>) {
    // Windows makes links for those only that have the right, and Wine for nobody: a program in a
    // folder of the package finds that by its name, too.
    const isInside = process.platform === 'win32';
    const parent = isInside ? join(PACKAGE, 'target') : tmpdir();
    this.path = mkdtempSync(join(parent, 'rt-std-program-'));
    mkdirSync(join(this.path, 'node_modules'));
    if (!isInside) symlinkSync(PACKAGE, join(this.path, 'node_modules', 'rt-std'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, name)), { recursive: true });
      writeFileSync(join(this.path, name), text);
    }
  }

  /** Runs the running Node in the folder, or what `environment` and `input` make of it. */
  node(args: readonly string[], environment: NodeJS.ProcessEnv = {}, input = ''): Outcome {
    const env = { ...process.env, ...environment };
    return theirs.spawnSync(process.execPath, args, { cwd: this.path, env, input, encoding: 'utf8' });
  }

  /** Runs a program in each of the ways that load a preload. */
  inEveryWay(preload: string, program: string): { way: string; outcome: Outcome }[] {
    return [
      { way: '--import', outcome: this.node(['--import', preload, program]) },
      { way: '--require', outcome: this.node(['--require', preload, program]) },
      { way: 'NODE_OPTIONS', outcome: this.node([program], { NODE_OPTIONS: `--import ${preload}` }) },
    ];
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}
