/** Under which name a thread keeps this, for all copies of this package. */
export const WORKERS = 'workers';

/** What Node says of new workers, to one listener. */
interface StartedWorkers {
  areSome: boolean;
  readonly listener: () => void;
}

/**
 * Notices the first worker that is started from now on.
 *
 * @param process - the real one
 */
export function watchWorkers(process: NodeJS.Process): StartedWorkers {
  const state: StartedWorkers = {
    areSome: false,
    listener() {
      state.areSome = true;
    },
  };
  process.once('worker', state.listener);
  return state;
}
