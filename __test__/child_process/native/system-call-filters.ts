import { theirs } from '../../support/modules';
import { fixture, ProgramFolder } from '../../support/program';
import { testWhere } from '../../support/test-where';

const folder = new ProgramFolder({});
process.once('exit', () => folder.remove());

/**
 * A program that runs another one as where the kernel refuses system calls: its arguments are the
 * name of a profile and a command.
 */
export const refuseCalls = `${folder.path}/refuse-calls`;
theirs.execFileSync('cc', ['-o', refuseCalls, fixture('refuse-calls.c')]);

const NO_FILTERS = 99;

/** Declares tests in which filters refuse system calls. */
export const testWithFilters = testWhere(
  theirs.spawnSync(refuseCalls, ['docker', 'true']).status !== NO_FILTERS,
  'this system has no filters of system calls',
);
