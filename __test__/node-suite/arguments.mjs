import { parseArgs } from 'node:util';
import { Failure } from '../../scripts/run/failure.mjs';

/**
 * Reads the command line.
 *
 * @param {string[]} args
 * @returns {{ filter: string, everywhere: boolean, build: boolean }} what the names of the files to run contain; whether every Node that
 * a file starts is overridden; whether to bring the build up to date first
 * @throws {Failure} for an unknown option
 */
export function readArguments(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        filter: { type: 'string', default: '' },
        everywhere: { type: 'boolean', default: false },
        'no-build': { type: 'boolean', default: false },
      },
    });
    return { filter: values.filter, everywhere: values.everywhere, build: !values['no-build'] };
  } catch (cause) {
    throw new Failure(cause.message, {
      remedy: 'options: --filter <part of a file name>, --everywhere, --no-build',
      cause,
    });
  }
}
