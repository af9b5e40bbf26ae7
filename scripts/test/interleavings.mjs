import { join } from 'node:path';
import { root } from '../run/project.mjs';
import { sum } from './counts.mjs';
import { runCargoTest } from './crates.mjs';

const step = 'interleavings';
const environment = { CARGO_TARGET_DIR: join(root, 'target', 'shuttle'), RUSTFLAGS: '--cfg shuttle' };
/** The models of each crate. */
const targets = {
  'rt-ipc': ['--lib', 'interleavings'],
  'rt-process': ['--lib', 'interleavings'],
  'rt-napi': ['--test', 'pending_events'],
};

/**
 * Runs what several threads share in thousands of interleavings each, by shuttle: the flusher and
 * its senders, the reaper and what is started once in a process, the end of a child without a
 * pidfd, and the events on their way to an environment.
 */
export async function runInterleavings() {
  const counts = [];
  for (const [crate, what] of Object.entries(targets)) {
    counts.push(await runCargoTest(step, ['--package', crate, ...what], { extra: environment }));
  }
  return sum(counts);
}
