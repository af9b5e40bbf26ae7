import { readdirSync, readFileSync } from 'node:fs';

/**
 * The processes that were started with a variable in their environment and have not ended.
 *
 * @param {string} mark the name of the variable and `=`
 * @returns {number[]}
 */
export function marked(mark) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isMarked(name, mark))
    .map(Number);
}

function isMarked(pid, mark) {
  try {
    // Of a process that has ended, there is none.
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
  } catch {
    return false;
  }
}
