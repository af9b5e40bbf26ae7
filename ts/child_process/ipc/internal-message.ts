import { stringStartsWith } from '../../realm/primordials';
import { deviations } from '../deviations';

/** A message whose `cmd` is reserved for the runtimes. */
interface InternalMessage {
  readonly cmd: string;
}

/**
 * Whether a message goes to `'internalMessage'` instead of `'message'`: its `cmd` is longer than a
 * reserved prefix and starts with it.
 *
 * Source: docs/api/child_process.md, "Messages" (`RT_`); Node's documentation of
 * `subprocess.send()` (`NODE_`).
 */
export function isInternalMessage(message: unknown): message is InternalMessage {
  if (message === null || typeof message !== 'object') return false;
  const { cmd } = message as Partial<InternalMessage>;
  if (typeof cmd !== 'string') return false;
  const { reservedPrefixes } = deviations();
  for (let index = 0; index < reservedPrefixes.length; index++) {
    const prefix = reservedPrefixes[index] as string;
    if (cmd.length > prefix.length && stringStartsWith(cmd, prefix)) return true;
  }
  return false;
}
