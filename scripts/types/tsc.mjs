import { join } from 'node:path';
import { anyStatus, run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';

/**
 * Compiles a project.
 *
 * @param {string} folder the project's
 * @param {string} modules the tools' `node_modules`
 * @param {string} compiler the version of TypeScript
 * @returns {Promise<string[]>} the compiler's messages
 */
export async function errorsOf(folder, modules, compiler) {
  const tsc = join(modules, `typescript-${compiler}`, 'bin', 'tsc');
  const lines = [];
  await run(`types-${compiler}`, process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    env: toolEnvironment(),
    accept: anyStatus,
    onLine: (line) => lines.push(line),
  });
  return lines.filter((line) => /error TS\d+/.test(line));
}
