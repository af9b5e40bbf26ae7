import { parseArgs } from 'node:util';
import { Failure } from '../../scripts/run/failure.mjs';

const backends = [undefined, 'native', 'wasm'];
const remedy = 'options: --filter <part of a file name>, --everywhere, --querystring native|wasm, --no-build';

/**
 * Reads the command line.
 *
 * @param {string[]} args
 * @returns {{ filter: string, everywhere: boolean, querystring: 'native' | 'wasm' | undefined, build: boolean }} what the names of the files
 * to run contain; whether every Node that a file starts is overridden; the backend of `rt-std/querystring`, whose files alone are run then; whether
 * to bring the build up to date first
 * @throws {Failure} for an unknown option
 */
export function readArguments(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        filter: { type: 'string', default: '' },
        everywhere: { type: 'boolean', default: false },
        querystring: { type: 'string' },
        'no-build': { type: 'boolean', default: false },
      },
    });
    const { querystring, everywhere } = values;
    if (!backends.includes(querystring)) throw new Error(`there is no backend '${querystring}'`);
    if (querystring && everywhere)
      throw new Error("--querystring chooses for the file's own process: not with --everywhere");
    return { filter: values.filter, everywhere, querystring, build: !values['no-build'] };
  } catch (cause) {
    throw new Failure(cause.message, { remedy, cause });
  }
}
