/**
 * Sends a signal to a process group, which may be gone.
 *
 * @param {number | undefined} pid its leader's; nothing where that could not be started
 * @param {NodeJS.Signals} [signal]
 */
export function killGroup(pid, signal = 'SIGKILL') {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
