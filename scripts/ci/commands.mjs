import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { root } from '../run/project.mjs';
import { counting } from '../test/counting.mjs';

/** A stage that is one check: it passes when the program ends with 0. */
export async function one(step, program, args, remedy, env = toolEnvironment()) {
  await run(step, program, args, { env, remedy });
  return { passed: 1, failed: 0, skipped: 0 };
}

/** The same for a command of cargo, with variables for it. */
export function cargo(step, args, remedy, extra = {}) {
  return one(step, 'cargo', args, remedy, toolEnvironment({ extra: { CARGO_TERM_COLOR: 'never', ...extra } }));
}

/** Runs a task of scripts/run.mjs in a process of its own, for `start` of `counting.mjs`. */
export function task(name, args = []) {
  const entry = join(root, 'scripts', 'run.mjs');
  return (options) => run(name.replace('test:', ''), process.execPath, [entry, name, ...args], options);
}

/** A stage that is such a task. */
export function counted(name, args) {
  return counting(name, task(name, args));
}
