import { strict as assert } from 'node:assert';

/**
 * Waits for the end of a child, counting its messages.
 *
 * @returns {Promise<{ code: number | null, signal: string | null, error?: Error }>}
 */
export function closed(child) {
  let exits = 0;
  let failure;
  child.on('error', (error) => {
    failure = error;
  });
  child.on('exit', () => {
    exits += 1;
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      const most = failure && child.pid === undefined ? 0 : 1;
      if (exits > 1 || exits < most) reject(new Error(`'exit' came ${exits} times (${failure?.message})`));
      else resolve({ code, signal, error: failure });
    });
  });
}

/** Waits for the end, which must be this one: a status or a signal. */
export async function closedWith(child, expected) {
  const { code, signal } = await closed(child);
  assert.equal(signal ?? code, expected);
}

/**
 * Waits for the end of a child that could not be started, or was aborted, with this code of an
 * error.
 */
export async function failedWith(child, expected) {
  const { error } = await closed(child);
  assert.equal(error?.code, expected);
}
