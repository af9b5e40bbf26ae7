import type { Channel } from 'node:diagnostics_channel';
import { systemError } from '../../errors';
import { isNodeSince } from '../../node-version';
import type { PlannedEntry } from '../stdio/plan';
import { shownPlan } from '../stdio/shown-plan';

interface Channels {
  readonly created: Channel;
  readonly start?: Channel;
  readonly end?: Channel;
  readonly error?: Channel;
}

const HAS_TRACING = isNodeSince(24, 15);

let opened: Channels | undefined;

/**
 * Node's diagnostics channels for processes (Node documentation, "Diagnostics Channel", "Process"),
 * opened with the first child.
 */
function channels(): Channels {
  opened ??= openChannels();
  return opened;
}

function openChannels(): Channels {
  const { channel } = require('node:diagnostics_channel') as typeof import('node:diagnostics_channel');
  const created = channel('child_process');
  if (!HAS_TRACING) return { created };
  return {
    created,
    start: channel('tracing:child_process.spawn:start'),
    end: channel('tracing:child_process.spawn:end'),
    error: channel('tracing:child_process.spawn:error'),
  };
}

/** Whether a program sees a new child, or the options of its spawn, by subscribing. */
export function hasSubscribers(): boolean {
  const { created, start } = channels();
  return created.hasSubscribers || Boolean(start?.hasSubscribers);
}

/** A `ChildProcess` was made. */
export function publishCreated(child: object): void {
  const { created } = channels();
  if (created.hasSubscribers) created.publish({ process: child });
}

/** A process is about to be started. What a subscriber changes in `options` is what is started. */
export function publishStart(child: object, options: object, entries: readonly PlannedEntry[]): void {
  const { start } = channels();
  if (!start?.hasSubscribers) return;
  (options as { stdio?: unknown }).stdio = shownPlan(entries);
  start.publish({ process: child, options });
}

/** It was started, or could not be: `errno` is 0 or the negative error number. */
export function publishEnd(child: object, errno: number): void {
  const { end, error } = channels();
  if (errno === 0) {
    if (end?.hasSubscribers) end.publish({ process: child });
  } else if (error?.hasSubscribers) {
    error.publish({ process: child, error: systemError(errno, 'spawn') });
  }
}
