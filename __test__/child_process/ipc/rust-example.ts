import { theirs } from '../../support/modules';
import { PACKAGE } from '../../support/program';

/** What cargo says of a file that it has built. */
interface Artifact {
  readonly reason: string;
  readonly target?: { readonly name: string };
  readonly executable?: string | null;
}

/** Builds the examples of a crate, and returns the path of each program by its name. */
export function buildExamples(crate: string): Map<string, string> {
  const args = ['build', '--locked', '--package', crate, '--examples', '--all-features', '--message-format', 'json'];
  const { status, stdout, stderr, error } = theirs.spawnSync('cargo', args, { cwd: PACKAGE, encoding: 'utf8' });
  if (status !== 0) throw new Error(`cargo ${args.join(' ')} failed: ${error?.message ?? stderr}`);
  const programs = new Map<string, string>();
  for (const line of String(stdout).split('\n').filter(Boolean)) {
    const { reason, target, executable } = JSON.parse(line) as Artifact;
    if (reason === 'compiler-artifact' && target && executable) programs.set(target.name, executable);
  }
  return programs;
}
