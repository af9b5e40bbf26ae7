import { SafeWeakMap } from '../../realm/safe-collections';
import type { Terminal } from './terminal';

/** The terminals of the children that were started with one. */
const terminals = new SafeWeakMap<object, Terminal>();

/** Keeps the terminal of a child. */
export function keepTerminal(child: object, terminal: Terminal): void {
  terminals.set(child, terminal);
}

/** The terminal of a child; `undefined` for one without. */
export function terminalOf(child: object): Terminal | undefined {
  return terminals.get(child);
}
