import { process } from '../../main-realm';

/** Whether listeners of this event keep a child alive. */
export function isCounted(event: string | symbol): boolean {
  return event === 'message' || event === 'disconnect';
}

/** How many listeners keep this child alive. */
export function countedListeners(): number {
  return process.listenerCount('message') + process.listenerCount('disconnect');
}
