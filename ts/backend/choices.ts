/** What was chosen for each module, and why: for {@link backend} and for `rt doctor`. */
import { type ProcessBackendName, processBackend } from '../binding/process-backend';

export { candidatePlatforms } from '../binding/platform';
export { querystringChoice } from '../binding/querystring-default';

/** What starts processes, without an exception where nothing can. */
export function processChoice(): { readonly name: ProcessBackendName | null; readonly reason: string } {
  try {
    return processBackend();
  } catch (error) {
    return { name: null, reason: (error as Error).message };
  }
}
