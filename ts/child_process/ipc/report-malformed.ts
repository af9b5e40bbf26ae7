import { types } from 'node:util';
import { nodeError } from '../../errors';
import { process } from '../../realm/main-realm';
import { assign } from '../../realm/primordials';
import type { ChannelTarget } from './channel-target';

/**
 * Says that a channel was closed because of a message that cannot be read: an `'error'` event, or a
 * process warning when nobody listens.
 *
 * @param target - whose channel it was
 * @param cause - what was wrong with the message
 */
export function reportMalformed(target: ChannelTarget, cause: unknown): void {
  // Not by `instanceof`: this module may be loaded in another realm than the one in which the error
  // was made.
  const reason = types.isNativeError(cause) ? cause.message : String(cause);
  const text = `The channel was closed because a message that came on it is malformed: ${reason}`;
  const code = 'ERR_IPC_MALFORMED_MESSAGE';
  if (target.listenerCount('error') > 0) {
    target.emit('error', assign(nodeError('Error', code, text), { cause }));
  } else {
    process.emitWarning(text, { type: 'MalformedMessageWarning', code });
  }
}
