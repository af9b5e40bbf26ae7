import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../scripts/run/failure.mjs';
import { root } from '../../../scripts/run/project.mjs';

/** The parts of README.md that are about browsers, word by word. */
export const readme = {
  /** The module that a bundler takes. */
  get program() {
    return block('js', 'location.search');
  },
  /** The import map that needs no bundler. */
  get importMap() {
    return block('html', '<script type="importmap">');
  },
};

function block(language, mark) {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name, content]) => name === language && content.includes(mark))
    .map(([, , content]) => content);
  if (blocks.length === 1) return blocks[0];
  throw new Failure(`README.md has ${blocks.length} blocks of ${language} with '${mark}', not one`);
}
