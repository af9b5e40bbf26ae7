import { parseArgs } from 'node:util';
import { Failure } from '../../../scripts/run/failure.mjs';

const backends = [undefined, 'native', 'wasm', 'typescript'];
const remedy =
  'options: --all, --without-pummel, --filter <part of a file name>, --everywhere, --querystring native|wasm|typescript, --backend node, --record, --no-build';

/**
 * @typedef {object} Arguments
 * @property {boolean} all whether to run every file that mentions `child_process`
 * @property {boolean} withoutPummel whether to leave out the long files that Node's own
 *   `make test` leaves out, but for those named after our modules
 * @property {string} filter what the names of the files to run contain
 * @property {boolean} everywhere whether every Node that a file starts is overridden
 * @property {'native' | 'wasm' | undefined} querystring the backend of `rt-std/querystring`, whose
 *   files alone are run then
 * @property {'node' | undefined} backend what starts processes, where that is not the addon
 * @property {boolean} record whether to write the results for `docs/compatibility.md`
 * @property {boolean} build whether to bring the build up to date first
 */

/**
 * Reads the command line.
 *
 * @param {string[]} args
 * @returns {Arguments}
 * @throws {Failure} for an unknown option
 */
export function readArguments(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        all: { type: 'boolean', default: false },
        'without-pummel': { type: 'boolean', default: false },
        filter: { type: 'string', default: '' },
        everywhere: { type: 'boolean', default: false },
        querystring: { type: 'string' },
        backend: { type: 'string' },
        record: { type: 'boolean', default: false },
        'no-build': { type: 'boolean', default: false },
      },
    });
    const { querystring, everywhere, backend } = values;
    if (backend !== undefined && (backend !== 'node' || querystring || everywhere || values.record))
      throw new Error("--backend is 'node', and not for --querystring, --everywhere and --record");
    if (!backends.includes(querystring)) throw new Error(`there is no backend '${querystring}'`);
    if (values.record && (values.filter || querystring || values['without-pummel']))
      throw new Error('--record is for whole runs: not with --filter, --querystring or --without-pummel');
    if (querystring && everywhere)
      throw new Error("--querystring chooses for the file's own process: not with --everywhere");
    return {
      all: values.all,
      withoutPummel: values['without-pummel'],
      filter: values.filter,
      everywhere,
      querystring,
      backend,
      record: values.record,
      build: !values['no-build'],
    };
  } catch (cause) {
    throw new Failure(cause.message, { remedy, cause });
  }
}
