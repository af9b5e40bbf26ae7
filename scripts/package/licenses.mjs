import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { linkedCrates } from './linked-crates.mjs';

const licenseFile = /^(licen[cs]e|copying|notice|unlicense)/i;

/**
 * The licences of what is linked into a binary: a page with the text of each.
 *
 * @param {string} what the binary, as the page names it
 * @param {string} crate the one that it is built of
 * @param {string} triple the target
 * @returns {Promise<string>} Markdown
 * @throws {Failure} for a crate without a text
 */
export async function licensePage(what, crate, triple) {
  const crates = await linkedCrates(crate, triple);
  const rows = crates.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  const sections = [...textsOf(crates)].map(
    ([text, names]) => `## ${names.join(', ')}\n\n\`\`\`text\n${text.replaceAll('```', "'''")}\n\`\`\`\n`,
  );
  return `# Licences of other projects

${what} contains code of these crates, and of the standard library of Rust (MIT or Apache-2.0, copyright the Rust Project contributors,
https://github.com/rust-lang/rust/blob/main/COPYRIGHT). rt-std itself is under the licence in the file LICENSE.

| crate | version | licence |
|---|---|---|
${rows.join('\n')}

${sections.join('\n')}`;
}

/** Each text once, with the crates that have it. */
function textsOf(crates) {
  const texts = new Map();
  for (const crate of crates) {
    for (const text of licensesOf(crate)) {
      texts.set(text, [...(texts.get(text) ?? []), `${crate.name} ${crate.version}`]);
    }
  }
  return texts;
}

function licensesOf({ name, license, authors, manifest }) {
  const folder = dirname(manifest);
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && licenseFile.test(entry.name),
  );
  if (files.length > 0) return files.map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
  if (license === 'MIT') return [mit(authors.length > 0 ? authors.join(', ') : `the authors of ${name}`)];
  throw new Failure(`the crate ${name} (${license}) brings no text of its licence`, {
    remedy: 'add the text to scripts/package/licenses.mjs',
  });
}

/** The licence's own text, for crates that say `MIT` in their manifest and bring no file. */
function mit(holders) {
  return `MIT License

Copyright (c) ${holders}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
