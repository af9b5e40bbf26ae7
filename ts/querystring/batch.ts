import type { Escaper } from './escape';
import { Header, type Workspace } from './workspace';

const MOST_PIECES = 8192;

/** Pieces of a query string that are escaped together: one call for many keys and values. */
export class Batch {
  #pieces = '';
  #lengths: number[] = [];
  readonly #workspace: Workspace;
  readonly #escaper: Escaper;

  constructor(workspace: Workspace, escaper: Escaper) {
    this.#workspace = workspace;
    this.#escaper = escaper;
  }

  get isEmpty(): boolean {
    return this.#lengths.length === 0;
  }

  /** Whether a pair can be added. */
  hasRoom(key: string, value: string): boolean {
    return (
      this.#pieces.length + key.length + value.length <= this.#workspace.block &&
      this.#lengths.length + 2 <= MOST_PIECES
    );
  }

  /** Adds a pair. */
  add(key: string, value: string): void {
    this.#pieces += key;
    this.#pieces += value;
    // The lowest bit says that the piece is a key.
    this.#lengths.push(key.length * 2 + 1, value.length * 2);
  }

  /** Escapes what was added and forgets it. */
  take(): string {
    const lengths = this.#lengths;
    const pieces = this.#pieces;
    this.#lengths = [];
    this.#pieces = '';
    if (lengths.length === 0) return '';
    const { words } = this.#workspace;
    for (let index = 0; index < lengths.length; index++) words[Header.words + index] = lengths[index] as number;
    return this.#escaper.escapeJoined(pieces, lengths.length);
  }
}
