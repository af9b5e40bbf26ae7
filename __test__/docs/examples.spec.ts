import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PACKAGE, ProgramFolder } from '../support/program';

const DOCS = join(PACKAGE, 'docs');

/** Where each example is a whole program. */
const PAGES = [
  ...readdirSync(join(DOCS, 'api')).map((name) => join('api', name)),
  'ending-processes.md',
  'limits-and-usage.md',
];

/** The child of the examples that fork. */
const WORKER = `
process.on('message', (message) => {
  process.send({ answer: message.question * 2 });
});
`;

/** An example: a whole ES module, whose comments say what it prints. */
interface Example {
  readonly title: string;
  readonly program: string;
}

function examplesIn(page: string): Example[] {
  const text = readFileSync(join(DOCS, page), 'utf8');
  const examples: Example[] = [];
  let heading = page;
  for (const [, newHeading, program] of text.matchAll(/^#+ (.+)$|^```js\n([\s\S]*?)^```$/gm)) {
    if (newHeading !== undefined) heading = newHeading;
    else examples.push({ title: `${page}, ${heading}, ${examples.length + 1}`, program: program as string });
  }
  return examples;
}

/**
 * Lines in the order of the text: what is printed from callbacks may come in another order than it
 * is written.
 */
function sorted(lines: readonly string[]): string[] {
  return [...lines].sort();
}

function promised(program: string): string[] {
  return sorted([...program.matchAll(/\/\/ prints: (.*)$/gm)].map(([, line]) => line as string));
}

for (const page of PAGES) {
  for (const { title, program } of examplesIn(page)) {
    test(`the example prints what it says: ${title}`, (t) => {
      const folder = new ProgramFolder({ 'example.mjs': program, 'worker.mjs': WORKER });
      try {
        const { stdout, stderr, status } = folder.node(['example.mjs']);
        t.deepEqual({ status, stderr }, { status: 0, stderr: '' });
        t.deepEqual(sorted(stdout.split('\n').slice(0, -1)), promised(program));
        t.true(promised(program).length > 0);
      } finally {
        folder.remove();
      }
    });
  }
}
