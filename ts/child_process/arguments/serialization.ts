import { invalidArgumentValue, nodeError } from '../../errors';
import { versions } from '../../kept-process';
import type { SerializationType } from '../types/options';

/**
 * The option `serialization`, or its default, `'json'`.
 *
 * @param value - the option
 * @param hasChannel - whether the child has a channel: without one the option has no effect
 * @throws `ERR_INVALID_ARG_VALUE`; `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` for a channel with
 * `'advanced'` in Bun
 */
export function toSerialization(value: unknown, hasChannel: boolean): SerializationType {
  if (value !== undefined && value !== 'json' && value !== 'advanced') {
    throw invalidArgumentValue('options.serialization', value, "must be one of: undefined, 'json', 'advanced'");
  }
  // Before the process is started, since no message could be exchanged with it.
  if (value === 'advanced' && hasChannel && versions.bun !== undefined) {
    const text = "serialization: 'advanced' is not available in Bun, whose node:v8 has no Serializer";
    throw nodeError('TypeError', 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', text);
  }
  return value ?? 'json';
}
