import { deviations } from '../deviations';

/** A message whose `cmd` is reserved for the runtimes. */
export interface InternalMessage {
  readonly cmd: string;
}

/**
 * Whether a message goes to `'internalMessage'` instead of `'message'`: its `cmd` is longer than a reserved prefix and starts with it.
 *
 * Source: the specification, section 4.8, rule 3 of `send` (`RT_`); Node's documentation of `subprocess.send()` (`NODE_`).
 */
export function isInternalMessage(message: unknown): message is InternalMessage {
  if (message === null || typeof message !== 'object' || !('cmd' in message)) return false;
  const { cmd } = message;
  return (
    typeof cmd === 'string' &&
    deviations().reservedPrefixes.some((prefix) => cmd.length > prefix.length && cmd.startsWith(prefix))
  );
}
