import type { ExecutionContext } from 'ava';
import { IS_WINDOWS } from '../support/portable';
import { ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

/** Declares a test where there are programs by the names that these have. */
export const testHere = testWhere(IS_NODE && !IS_WINDOWS, 'this is not Node, or there are no programs such as echo');

/** A folder with programs, for the time of a test. */
export function folderOf(t: ExecutionContext, files: Record<string, string>): ProgramFolder {
  const folder = new ProgramFolder(files);
  t.teardown(() => folder.remove());
  return folder;
}

/** The same program with Node's module, with ours loaded late, and with ours loaded at once. */
export function isSame(t: ExecutionContext, program: string, name = 'program.cjs'): void {
  const folder = folderOf(t, { [name]: program });
  const plain = folder.node([name]);
  t.deepEqual([plain.status, plain.stderr], [0, '']);
  for (const disabled of [undefined, '', 'late-child-process', 'all']) {
    const { status, stdout, stderr } = folder.node(['--require', 'rt-std/override', name], {
      ...(disabled === undefined ? {} : { RT_STD_DISABLE: disabled }),
    });
    t.deepEqual([status, stdout, stderr], [0, plain.stdout, ''], disabled ?? 'an ordinary start');
  }
}
