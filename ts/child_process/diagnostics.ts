import { type Channel, channel } from 'node:diagnostics_channel';
import { NODE_MAJOR, NODE_MINOR, systemError } from '../errors';
import type { ChildProcess } from './child-process';

/** The channels of Node documentation, "Diagnostics Channel", "Process": who subscribes to Node's gets ours by the same name. */
const created = channel('child_process');

const HAS_TRACING = NODE_MAJOR > 24 || (NODE_MAJOR === 24 && NODE_MINOR >= 15);
const [start, end, error] = (['start', 'end', 'error'] as const).map((event) =>
  HAS_TRACING ? channel(`tracing:child_process.spawn:${event}`) : undefined,
) as [Channel?, Channel?, Channel?];

/** A `ChildProcess` was made. */
export function publishCreated(child: ChildProcess): void {
  if (created.hasSubscribers) created.publish({ process: child });
}

/** A process is about to be started. What a subscriber changes in `options` is what is started. */
export function publishStart(child: ChildProcess, options: object): void {
  if (start?.hasSubscribers) start.publish({ process: child, options });
}

/** It was started, or could not be: `errno` is 0 or the negative error number. */
export function publishEnd(child: ChildProcess, errno: number): void {
  if (errno === 0) {
    if (end?.hasSubscribers) end.publish({ process: child });
  } else if (error?.hasSubscribers) {
    error.publish({ process: child, error: systemError(errno, 'spawn') });
  }
}
