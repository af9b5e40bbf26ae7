import { parseArgs } from 'node:util';
import { Failure } from '../../../scripts/run/failure.mjs';

const remedy =
  'options: --only <name>, which may be given several times, --rounds <number>, --record, --backend node, --no-build';
const ROUNDS_TO_RECORD = 5;

/**
 * Reads the command line.
 *
 * @param {string[]} args
 * @returns {{ only: string[], rounds: number, record: boolean, byNode: boolean, build: boolean }} the
 *   names of the programs to run, none for all; how often each is run for its time besides the two
 *   runs that are checked; whether to record the results; whether Node's module starts processes
 *   below ours; whether to bring the build up to date first
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
        backend: { type: 'string', default: 'native' },
        'no-build': { type: 'boolean', default: false },
      },
    });
    const { only, record, backend } = values;
    if (!['native', 'node'].includes(backend)) throw new Error(`--backend takes 'native' or 'node', not '${backend}'`);
    const byNode = backend === 'node';
    if (record && byNode) throw new Error('--record writes the table of the addon: not with --backend node');
    if (record && only.length > 0) throw new Error('--record writes the table of all programs: not with --only');
    const rounds = values.rounds ?? (record ? String(ROUNDS_TO_RECORD) : '0');
    if (!/^\d{1,3}$/.test(rounds)) throw new Error(`--rounds takes a whole number, not '${rounds}'`);
    return { only, rounds: Number(rounds), record, byNode, build: !values['no-build'] };
  } catch (cause) {
    throw new Failure(cause.message, { remedy, cause });
  }
}
