import { copyFileSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildEverything } from '../build/everything.mjs';
import { platformName } from '../build/platform.mjs';
import { buildSpecs } from '../build/typescript.mjs';
import { resultFiles } from '../report/result-files.mjs';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { inspectRust } from '../toolchain/rust.mjs';
import { runSpecs } from './ava.mjs';
import { noCounts, sum } from './counts.mjs';
import { runCargoTest } from './crates.mjs';
import { specFiles } from './spec-files.mjs';

const guardians = Object.fromEntries(
  [
    'all_in_the_group_ends_with_a_parent_that_asks_for_it',
    'nothing_of_the_tree_is_left_whatever_ends_the_parent',
    'a_parent_that_has_changed_identity_is_followed_too',
    'the_guardian_is_small_and_is_seen_by_nobody_who_waits',
    'it_stays_while_a_daemon_does_and_goes_when_the_child_cannot_be_started',
    'the_tree_ends_with_its_parent_on_every_system',
  ].map((name) => [name, "the guardian's process unmaps all memory but its own, that of the sanitizer too"]),
);

/**
 * Tests that do not run under a sanitizer, and why.
 *
 * @type {Record<'address' | 'thread', Record<string, string>>}
 */
const excluded = {
  address: {
    pipes_with_the_numbers_of_standard_descriptors:
      "reads the child's standard error, where the sanitizer warns once that it does not know the stack that the child's side has before it executes",
    a_descriptor_that_was_given_away_stays_closed_in_other_children: 'as above',
    a_child_has_a_terminal_as_its_standard_descriptors_and_controlling_terminal: 'as above',
    a_session_is_recorded: 'as above',
    a_job_that_fails_stops_the_run: 'as above',
    jobs_run_at_once_and_are_printed_in_order: 'as above',
    jobs_run_behind_what_they_need: 'as above',
    a_call_that_fails_is_reported_and_leaves_nothing_behind:
      "the sanitizer's own calls fail too, with which it starts a thread",
    failures_are_reported_where_clone_copies_the_memory: 'leaks cannot be looked for in a process that is traced',
    a_thread_that_has_ended_is_replaced:
      'what it replaces stays in memory, as other threads may use it: one for each process made by fork(2)',
    ...guardians,
  },
  thread: {},
};

/**
 * Specs of what the addon does with memory, descriptors and threads, but for those that read what a
 * child writes to its standard error, where the sanitizer warns.
 */
export const specs = [
  'child_process/child/life-cycle',
  'child_process/api/synchronous-output',
  'child_process/child/workers',
  'child_process/ipc/advanced',
  'child_process/ipc/burst',
  'child_process/ipc/channel',
  'child_process/ipc/handles/sending',
  'child_process/ipc/malformed',
  'child_process/ipc/messages',
  'querystring/raw-addon',
];

const crates = ['rt-process', 'rt-ipc', 'rt-querystring'];

/**
 * The tests in which threads meet. The others are about how a child is made, in which this
 * sanitizer sees only one side, or fill the table of descriptors, of which it needs some itself;
 * rt-querystring has no threads.
 */
const withThreads = [
  ...['async_capture', 'async_child', 'async_channel', 'capture', 'channel', 'coalescing', 'command'],
  ...['containment', 'flusher', 'full_table', 'handles', 'idle_memory', 'in_flight', 'no_leaks'],
  ...['parent_death', 'plans', 'socket', 'spawn', 'terminal', 'tree', 'waiting'],
];

/** Tokio gets its registrations back from epoll_wait(2), by which no order is seen. */
const suppressions = 'race:tokio::runtime::io\n';

const { record: keep, recorded } = resultFiles('docs/reliability');

/** Keeps the counts of a run. */
export async function record(name, counts) {
  const all = (await recorded('sanitizers'))?.runs ?? {};
  await keep('sanitizers', { runs: { ...all, [name]: counts } });
}

/** @type {Record<string, () => Promise<import('./counts.mjs').Counts>>} */
export const sanitizers = { address: testCrates, addon: testAddon, thread: testThreads };

/** Without optimization, tests that try every length take half an hour. */
const OPTIMIZED = { CARGO_PROFILE_DEV_OPT_LEVEL: '1' };

/** AddressSanitizer, by the compiler that is there: its option only needs to be allowed. */
async function addressEnvironment() {
  return {
    RUSTC_BOOTSTRAP: '1',
    // Tells the crates what only a nightly Rust says: `cfg(sanitize)`.
    RUSTFLAGS: '-Zsanitizer=address --cfg address_sanitizer',
    CARGO_TARGET_DIR: join(root, 'target', 'address'),
    CARGO_BUILD_TARGET: (await inspectRust()).host,
  };
}

async function testCrates() {
  return runCrates('address', { extra: { ...(await addressEnvironment()), ...OPTIMIZED } });
}

async function runCrates(sanitizer, { tested = crates, tests = ['--tests'], ...how }) {
  const skips = Object.keys(excluded[sanitizer]);
  for (const [name, reason] of Object.entries(excluded[sanitizer])) console.log(`  - [skip] ${name}: ${reason}`);
  const packages = tested.flatMap((crate) => ['--package', crate]);
  const args = [...packages, '--all-features', '--lib', ...tests];
  // Tests run them, and cargo builds them only when no kind of test is asked for.
  const { command = ['test'], extra } = how;
  const build = [...command.map((word) => word.replace('test', 'build')), ...packages, '--all-features', '--examples'];
  await run(`${sanitizer} sanitizer`, 'cargo', [...build, '--locked'], { env: toolEnvironment({ extra }) });
  const harness = skips.flatMap((name) => ['--skip', name]);
  const counts = await runCargoTest(`${sanitizer} sanitizer`, args, { ...how, harness });
  return sum([counts, { ...noCounts(), skipped: skips.length }]);
}

/**
 * Specs with an addon that is compiled with AddressSanitizer, in a Node that is not. Leaks are not
 * reported: they would be Node's.
 */
async function testAddon() {
  const step = 'addon with AddressSanitizer';
  const runtime = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']
    .flatMap(runtimesIn)
    .at(-1);
  if (runtime === undefined) {
    report(step, 'skipped: there is no libasan.so (Debian: apt-get install libasan8)');
    return { ...noCounts(), skipped: 1 };
  }
  const environment = await addressEnvironment();
  await run(step, 'cargo', ['build', '--release', '--locked', '--package', 'rt-napi'], {
    // Its symbols name the places of what is found.
    env: toolEnvironment({
      extra: { ...environment, CARGO_PROFILE_RELEASE_STRIP: 'none', CARGO_PROFILE_RELEASE_LTO: 'off' },
    }),
  });
  await buildEverything();
  await buildSpecs();
  const platform = platformName();
  const addon = join(root, 'npm', platform, `rt-std.${platform}.node`);
  const built = join(environment.CARGO_TARGET_DIR, environment.CARGO_BUILD_TARGET, 'release', 'librt_napi.so');
  const aside = `${addon}.aside`;
  renameSync(addon, aside);
  try {
    copyFileSync(built, addon);
    return await runSpecs(specFiles(specs), {
      step,
      variables: { LD_PRELOAD: runtime, ASAN_OPTIONS: 'detect_leaks=0:verify_asan_link_order=0' },
    });
  } finally {
    renameSync(aside, addon);
  }
}

function runtimesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => /^libasan\.so\.\d+$/.test(file))
    .sort()
    .map((file) => join(folder, file));
}

/**
 * ThreadSanitizer needs a standard library that is compiled with it, so a nightly Rust and the
 * library's source.
 */
async function testThreads() {
  const step = 'thread sanitizer';
  const { host } = await inspectRust();
  const ask = ['+nightly', '--version'];
  try {
    await run(step, 'cargo', ask, { env: toolEnvironment() });
  } catch {
    report(step, 'skipped: rustup toolchain install nightly --component rust-src');
    return { ...noCounts(), skipped: 1 };
  }
  const file = join(root, 'target', 'thread.suppressions');
  await writeFile(file, suppressions);
  const extra = {
    RUSTFLAGS: '-Zsanitizer=thread',
    // A child's side that shares the memory would make the sanitizer forget what it knows of the
    // parent's descriptors: the C library's is not seen by it.
    RT_PROCESS_MECHANISM: 'posix_spawn',
    TSAN_OPTIONS: `die_after_fork=0 suppressions=${file}`,
    CARGO_TARGET_DIR: join(root, 'target', 'thread'),
    CARGO_BUILD_TARGET: host,
    ...OPTIMIZED,
  };
  return runCrates('thread', {
    tested: ['rt-process', 'rt-ipc'],
    tests: withThreads.flatMap((name) => ['--test', name]),
    command: ['+nightly', 'test', '-Zbuild-std'],
    extra,
  });
}
