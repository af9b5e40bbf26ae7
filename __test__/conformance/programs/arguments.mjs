import { parseArgs } from 'node:util';
import { Failure } from '../../../scripts/run/failure.mjs';

const remedy = 'options: --only <name>, which may be given several times, --rounds <number>, --record, --no-build';
const ROUNDS_TO_RECORD = 5;

/**
 * Reads the command line.
 *
 * @param {string[]} args
 * @returns {{ only: string[], rounds: number, record: boolean, build: boolean }} the names of the
 *   programs to run, none for all; how often each is run for its time besides the two runs that are
 *   checked; whether to record the results; whether to bring the build up to date first
 * @throws {Failure} for an unknown option or a bad value
 */
export function readArguments(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        rounds: { type: 'string' },
        record: { type: 'boolean', default: false },
        'no-build': { type: 'boolean', default: false },
      },
    });
    const { only, record } = values;
    if (record && only.length > 0) throw new Error('--record writes the table of all programs: not with --only');
    const rounds = values.rounds ?? (record ? String(ROUNDS_TO_RECORD) : '0');
    if (!/^\d{1,3}$/.test(rounds)) throw new Error(`--rounds takes a whole number, not '${rounds}'`);
    return { only, rounds: Number(rounds), record, build: !values['no-build'] };
  } catch (cause) {
    throw new Failure(cause.message, { remedy, cause });
  }
}
