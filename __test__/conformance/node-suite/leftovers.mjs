import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Ends what a program has started and left running. Its process group does not hold detached
 * children; they are recognized by a variable of the environment, which they inherit. Without a
 * `/proc` nothing is found.
 *
 * @param {string} variable the name of a variable that all have
 * @param {string} value
 */
export function endLeftovers(variable, value) {
  for (const pid of leftovers(variable, value)) kill(pid);
}

/**
 * The processes whose environment has a variable of this value.
 *
 * @param {string} variable
 * @param {string} value
 * @returns {string[]} their identifiers
 */
export function leftovers(variable, value) {
  return processes().filter((pid) => environment(pid).includes(`${variable}=${value}`));
}

function processes() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

// Empty for a process that has ended, or belongs to another user.
function environment(pid) {
  try {
    return readFileSync(join('/proc', pid, 'environ'), 'utf8').split('\0');
  } catch {
    return [];
  }
}

function kill(pid) {
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
