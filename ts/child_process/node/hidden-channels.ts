import type { Channel } from 'node:diagnostics_channel';
import { defineProperty } from '../../realm/define-property';
import { arrayFilter, arrayMap, deleteProperty } from '../../realm/primordials';

/**
 * Where Node says which children there are; ours are published by ourselves. It publishes on each
 * part of a tracing channel when somebody listens to one of them.
 */
const NAMES = [
  'child_process',
  'tracing:child_process.spawn:start',
  'tracing:child_process.spawn:end',
  'tracing:child_process.spawn:asyncStart',
  'tracing:child_process.spawn:asyncEnd',
  'tracing:child_process.spawn:error',
];

let channels: Channel[] | undefined;

/** Runs a function during which Node publishes nothing of children. */
export function withoutDiagnostics<Result>(run: () => Result): Result {
  const { channel } = require('node:diagnostics_channel') as typeof import('node:diagnostics_channel');
  channels ??= arrayMap(NAMES, (name) => channel(name));
  const hidden = arrayFilter(channels, ({ hasSubscribers }) => hasSubscribers);
  for (let index = 0; index < hidden.length; index++) {
    defineProperty(hidden[index] as Channel, 'hasSubscribers', { value: false, configurable: true });
  }
  try {
    return run();
  } finally {
    for (let index = 0; index < hidden.length; index++) deleteProperty(hidden[index] as Channel, 'hasSubscribers');
  }
}
