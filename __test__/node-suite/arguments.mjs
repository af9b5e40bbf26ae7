import { parseArgs } from 'node:util';
import { Failure } from '../../scripts/run/failure.mjs';

/**
 * Reads the command line.
 *
 * @param {string[]} args
 * @returns {{ filter: string, build: boolean }} what the names of the files to run contain; whether to bring the build up to date first
 * @throws {Failure} for an unknown option
 */
export function readArguments(args) {
  try {
    const { values } = parseArgs({
      args,
      options: { filter: { type: 'string', default: '' }, 'no-build': { type: 'boolean', default: false } },
    });
    return { filter: values.filter, build: !values['no-build'] };
  } catch (cause) {
    throw new Failure(cause.message, { remedy: 'options: --filter <part of a file name>, --no-build', cause });
  }
}
