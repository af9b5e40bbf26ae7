import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE } from '../support/program';

/** A block of code of a page. */
export interface Block {
  readonly title: string;
  readonly heading: string;
  readonly language: string;
  readonly text: string;
  /** The name in its first line: `// worker.mjs`. */
  readonly name: string | undefined;
  /** Of Node, in its first line: `// check.mjs (run with --import rt-std/override)`. */
  readonly options: readonly string[];
}

/** All blocks of a page, in their order. */
export function blocksIn(page: string): Block[] {
  const content = readFileSync(join(PACKAGE, page), 'utf8');
  const blocks: Block[] = [];
  let heading = page;
  for (const [, newHeading, language = '', text = ''] of content.matchAll(/^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)) {
    if (newHeading !== undefined) {
      heading = newHeading;
      continue;
    }
    const [, name, options = ''] = /^\/\/ ([\w-]+\.[cm]?js)(?: \(run with (.+)\))?\n/.exec(text) ?? [];
    const title = `${page}, ${heading}, ${blocks.length + 1}`;
    blocks.push({ title, heading, language, text, name, options: options.split(' ').filter(Boolean) });
  }
  return blocks;
}

/**
 * Lines in the order of the text: what is printed from callbacks may come in another order than it
 * is written.
 */
export function sorted(lines: readonly string[]): string[] {
  return [...lines].sort();
}

/** What an example says that it prints. */
export function promised(program: string): string[] {
  return sorted([...program.matchAll(/\/\/ prints: (.*)$/gm)].map(([, line]) => line as string));
}
