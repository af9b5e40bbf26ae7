import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { toolEnvironment } from './environment.mjs';
import { root } from './project.mjs';

const execute = promisify(execFile);

/**
 * What a short run of a tool in the root of the clone writes to its standard output.
 *
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<string>}
 * @throws when it fails; the error has its standard error, `stderr`
 */
export async function outputOf(program, args) {
  return (await execute(program, args, { cwd: root, env: toolEnvironment(), maxBuffer: 1 << 28 })).stdout;
}
