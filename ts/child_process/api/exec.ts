import { promisify } from 'node:util';
import { defineProperty } from '../../define-property';
import { apply } from '../../primordials';
import { normalizeExec } from '../arguments/normalize-exec';
import type { SpawnedChildProcess } from '../types/child-process';
import type { ExecCallback } from '../types/exec-callback';
import type { ExecOptions } from '../types/options';
import type { Exec } from './exec-signatures';
import { exportsInUse } from './module-exports';
import { promisedForm } from './promised-output';

/** Runs a command line in a shell and collects its output: see {@link Exec}. */
function exec(command: string, second?: unknown, third?: unknown): SpawnedChildProcess {
  const { options, callback } = normalizeExec<ExecOptions, ExecCallback<string | Buffer>>(command, second, third);
  const exported = exportsInUse();
  return apply(exported.execFile, exported, [command, options, callback]) as SpawnedChildProcess;
}

defineProperty(exec, promisify.custom, {
  enumerable: false,
  value: promisedForm(exec as Exec),
});

const withSignatures = exec as Exec;

export { withSignatures as exec };
