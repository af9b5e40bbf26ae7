import { invalidArgumentValue } from '../../errors';
import type { StdioEntry } from '../types/stdio';

/**
 * The entries that a shorthand stands for (docs/api/child_process.md, "stdio").
 *
 * @param stdio - `'pipe'`, `'overlapped'`, `'ignore'` or `'inherit'`
 * @param channel - an entry to follow the three, where a channel is wanted
 * @throws `ERR_INVALID_ARG_VALUE` for anything else
 */
export function stdioStringToArray(stdio: string, channel?: 'ipc'): StdioEntry[] {
  const entries = expand(stdio);
  if (channel) entries[entries.length] = channel;
  return entries;
}

function expand(stdio: string): StdioEntry[] {
  switch (stdio) {
    case 'ignore':
    case 'overlapped':
    case 'pipe':
      return [stdio, stdio, stdio];
    case 'inherit':
      return [0, 1, 2];
    default:
      throw invalidArgumentValue('stdio', stdio);
  }
}
