import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';

/** A stage that is one check: it passes when the program ends with 0. */
export async function one(step, program, args, remedy, env = toolEnvironment()) {
  await run(step, program, args, { env, remedy });
  return { passed: 1, failed: 0, skipped: 0 };
}

/** The same for a command of cargo, with variables for it. */
export function cargo(step, args, remedy, extra = {}) {
  return one(step, 'cargo', args, remedy, toolEnvironment({ extra: { CARGO_TERM_COLOR: 'never', ...extra } }));
}
