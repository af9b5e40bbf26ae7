import type { Platform } from './backend';
import type { Querystring } from './types';
import { Header, isMalformed, type Workspace } from './workspace';

/** Makes `unescapeBuffer` for a codec. */
export function createUnescapeBuffer(workspace: Workspace, platform: Platform): Querystring['unescapeBuffer'] {
  return function unescapeBuffer(text, decodeSpaces) {
    let units = text;
    // Not by destructuring: for `undefined` the engine then writes the message that Node's has
    let length = text.length;
    if (typeof text !== 'string') {
      platform.assertLength(length);
      // Node reads as many units as the length says, and what is not there as zero octets.
      const read = Math.ceil(length);
      length = Math.trunc(length);
      units = read === 0 ? '' : String(text).slice(0, read).padEnd(read, '\0');
    }
    workspace.reserve(units.length);
    workspace.loadUnits(units);
    const written = workspace.functions.decodeOctets(units.length, decodeSpaces ? 1 : 0);
    const octets = platform.octets(workspace.narrowOctets(Math.min(written, length)));
    workspace.release();
    return octets;
  };
}

/** Makes `unescape` for a codec. */
export function createUnescape(workspace: Workspace, exported: Querystring): Querystring['unescape'] {
  return function unescapeText(text: string, decodeSpaces?: boolean): string {
    const decoded = decodeComponent(workspace, text);
    return decoded === undefined ? exported.unescapeBuffer(text, decodeSpaces).toString() : decoded;
  };
}

/** What `decodeURIComponent` returns, or nothing where it throws. */
function decodeComponent(workspace: Workspace, value: unknown): string | undefined {
  let text: string;
  try {
    text = `${value}`;
  } catch {
    return undefined;
  }
  if (!text.includes('%')) return text;
  workspace.reserve(text.length);
  workspace.loadUnits(text);
  const outcome = workspace.functions.decodeComponent(text.length);
  let decoded: string | undefined;
  if (!isMalformed(outcome)) {
    const { words } = workspace;
    const wideLength = words[Header.wideLength] as number;
    decoded = wideLength > 0 ? workspace.wide(wideLength) : workspace.narrow(words[Header.narrowLength] as number);
  }
  workspace.release();
  return decoded;
}
