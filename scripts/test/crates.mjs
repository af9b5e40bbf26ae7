import { anyStatus, run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { outputOf } from '../run/output.mjs';
import { report } from '../run/progress.mjs';
import { adapters, without } from './adapters.mjs';
import { noCounts, settle, sum } from './counts.mjs';
import { ignoreReason } from './ignore-reason.mjs';
import { reportLate, secondAttempts } from './second-attempt.mjs';

const workspace = ['--workspace', ...without(adapters), '--all-features'];
const environment = () => toolEnvironment({ extra: { CARGO_TERM_COLOR: 'never' } });

/**
 * Runs the tests of the crates with nextest, or with cargo's own runner where nextest is missing.
 *
 * @param {Record<string, string>} variables to add to the environment
 */
export async function runCrateTests(variables) {
  if (await hasNextest()) return runNextest(variables);
  report('crates', 'skipped: nextest (not installed; "cargo install cargo-nextest"): cargo test runs the same tests');
  const counts = await runCargoTest('crates', [...workspace, '--lib', '--bins', '--tests'], { extra: variables });
  return sum([counts, { ...noCounts(), skipped: 1 }]);
}

/** Runs the examples in the crates' documentation. */
export function runDocTests() {
  return runCargoTest('doc tests', [...workspace, '--doc']);
}

async function hasNextest() {
  try {
    await outputOf('cargo', ['nextest', '--version']);
    return true;
  } catch {
    return false;
  }
}

async function runNextest(variables) {
  const counts = noCounts();
  const onLine = (line) => {
    const summary = /^\s*Summary \[.*\] .* run: (.*)$/.exec(line);
    if (summary) {
      counts.passed = number(/(\d+) passed/, summary[1]);
      counts.failed = ['failed', 'exec failed', 'timed out'].reduce(
        (all, word) => all + number(new RegExp(`(\\d+) ${word}`), summary[1]),
        0,
      );
    }
    const late = /^\s*TRY 2 PASS \[.*?\] +(?:\([^)]*\) +)?(.*)$/.exec(line);
    if (late) reportLate(late[1]);
    const skipped = /^\s+SKIP \[.*\] +(?:\([^)]*\) +)?\S+ (\S+)$/.exec(line);
    if (skipped) {
      counts.skipped++;
      console.log(`  - [skip] ${skipped[1]}: ${ignoreReason(skipped[1])}`);
    } else if (!isNoise(line)) console.log(line);
  };
  const args = [
    'nextest',
    'run',
    ...workspace,
    '--locked',
    '--no-fail-fast',
    '--status-level',
    'skip',
    '--final-status-level',
    'none',
    ...(secondAttempts() ? ['--retries', '1'] : []),
  ];
  const { status } = await run('crates', 'cargo', args, {
    env: { ...environment(), ...variables },
    onLine,
    accept: anyStatus,
  });
  return settle(counts, status, (text) => report('crates', text));
}

/**
 * Runs tests by cargo's own runner.
 *
 * @param {string} step
 * @param {string[]} args what to test
 * @param {object} [how]
 * @param {string[]} [how.command] the command of cargo
 * @param {string} [how.cwd] where it runs; default: the root of the clone
 * @param {Record<string, string>} [how.extra] variables to add to the environment
 * @param {string[]} [how.harness] arguments for the test programs
 * @param {string} [how.unexplained] why a test is ignored of which the source does not say it
 */
export async function runCargoTest(
  step,
  args,
  { command = ['test'], cwd, extra = {}, harness = [], unexplained = 'the source gives no reason' } = {},
) {
  const counts = noCounts();
  const onLine = (line) => {
    const result = /^test result: .* (\d+) passed; (\d+) failed; (\d+) ignored;/.exec(line);
    if (result) {
      counts.passed += Number(result[1]);
      counts.failed += Number(result[2]);
      counts.skipped += Number(result[3]);
    }
    const ignored = /^test (.*) \.\.\. ignored(?:, (.*))?$/.exec(line);
    if (ignored) console.log(`  - [skip] ${ignored[1]}: ${ignored[2] ?? unexplained}`);
    else if (!isNoise(line)) console.log(line);
  };
  const env = { ...environment(), ...extra };
  const all = [...command, ...args, '--locked', '--no-fail-fast', '--', ...harness];
  const { status } = await run(step, 'cargo', all, { env, cwd, onLine, accept: anyStatus });
  return settle(counts, status, (text) => report(step, text));
}

function isNoise(line) {
  return /^\s+PASS \[|^\s*(Compiling|Finished|Running|Doc-tests|Downloading|Downloaded|Blocking|Starting|Nextest run|Updating|Locking|Summary)\b|^─+$|^\s*$|^running \d+ tests?$|^test .* \.\.\. ok$|^test result: ok|^all doctests ran/.test(
    line,
  );
}

function number(pattern, text) {
  return Number(pattern.exec(text)?.[1] ?? 0);
}
