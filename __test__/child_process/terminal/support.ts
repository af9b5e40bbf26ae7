/** What the specs of terminals have in common. */
import { once } from 'node:events';
import childProcess from 'rt-std/child_process';

type Child = childProcess.ChildProcess;

/** Whether children can have terminals here. */
export const HAS_TERMINALS = process.platform === 'linux';

/** The terminal of a child that was started with one. */
export function terminalOf(child: Child): childProcess.Terminal {
  const { terminal } = child;
  if (terminal === undefined) throw new Error('has no terminal');
  return terminal;
}

/** A shell that runs a script in a terminal. */
export function shell(script: string, options: childProcess.SpawnOptions = {}): childProcess.ChildProcessWithTerminal {
  return childProcess.spawn('sh', ['-c', script], {
    terminal: {},
    ...options,
  } as childProcess.SpawnOptionsWithTerminal);
}

/** All that comes from the terminal of a child, and how the child ends. */
export async function ended(child: Child): Promise<{ text: string; code: number | null; signal: string | null }> {
  const chunks: Buffer[] = [];
  terminalOf(child).on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { text: Buffer.concat(chunks).toString(), code, signal };
}

/** What a terminal shows, from now on. */
export class Screen {
  text = '';
  readonly #terminal: childProcess.Terminal;

  constructor(child: Child) {
    this.#terminal = terminalOf(child);
    this.#terminal.setEncoding('utf8').on('data', (text: string) => {
      this.text += text;
    });
  }

  /** Waits until this has come, and forgets all up to its end. */
  async until(wanted: string | RegExp): Promise<string> {
    const limit = AbortSignal.timeout(60_000);
    for (;;) {
      const found = typeof wanted === 'string' ? this.text.indexOf(wanted) : this.text.search(wanted);
      if (found >= 0) {
        const length = typeof wanted === 'string' ? wanted.length : (this.text.match(wanted)?.[0].length ?? 0);
        const seen = this.text.slice(0, found + length);
        this.text = this.text.slice(found + length);
        return seen;
      }
      if (this.#terminal.destroyed) throw new Error(`ended with ${JSON.stringify(this.text)} and without ${wanted}`);
      await Promise.race([
        once(this.#terminal, 'data', { signal: limit }),
        once(this.#terminal, 'close', { signal: limit }),
      ]);
    }
  }
}
