import { theirs } from './modules';
import { type Outcome, PACKAGE } from './program';

/** What a program of its own does with our module, and with Node's. */
export interface BothOutcomes {
  readonly ours: Outcome;
  readonly theirs: Outcome;
}

/**
 * Runs a program twice, in processes of their own.
 *
 * @param script - CommonJS; `childProcess` is the module
 * @param args - of the running Node
 * @param environment - added to this process's
 */
export function runWithBoth(
  script: string,
  args: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): BothOutcomes {
  const run = (specifier: string): Outcome => {
    const program = `const childProcess = require('${specifier}');\n${script}`;
    const env = { ...process.env, ...environment };
    const limits = { timeout: 60_000, killSignal: 'SIGKILL' } as const;
    const outcome = theirs.spawnSync(process.execPath, [...args, '-e', program], {
      cwd: PACKAGE,
      env,
      ...limits,
      encoding: 'utf8',
    });
    return {
      stdout: outcome.stdout,
      // Identifiers, and the places of errors in the sources.
      stderr: outcome.stderr.replace(/\b\d{2,}\b/g, '<number>'),
      status: outcome.status,
      signal: outcome.signal,
    };
  };
  return { ours: run('rt-std/child_process'), theirs: run('node:child_process') };
}
