import { siteTool } from '../tools/site-tool.mjs';
import { plainText } from './markdown.mjs';
import { searchOptions } from './search-options.mjs';

/** How much of a section is searched. Long tables of figures have nothing that anyone looks for. */
const longest = 3000;
/** How much of a section is shown beside a result. */
const shown = 160;

/**
 * The index of all sections, as a script: pages that are opened from files may load scripts, but
 * not fetch.
 *
 * @param {readonly import('./pages.mjs').Page[]} pages
 * @param {import('markdown-it')} renderer
 * @returns {Promise<string>}
 */
export async function searchIndex(pages, renderer) {
  const { default: MiniSearch } = await siteTool('minisearch');
  const index = new MiniSearch({
    ...searchOptions,
    extractField: (section, field) => (field === 'id' ? section.url : section[field]),
  });
  const sections = pages.flatMap((page) => sectionsOf(page, renderer));
  index.addAll(sections);
  // All of a section is searched; what is kept of it to be shown is short.
  const stored = JSON.parse(JSON.stringify(index));
  for (const fields of Object.values(stored.storedFields)) fields.text = fields.text.slice(0, shown);
  return `globalThis.searchIndex = ${JSON.stringify(stored)};\n`;
}

/** A page's sections: the text below each of its headings. */
function sectionsOf(page, renderer) {
  const place = { page: page.label };
  if (page.text === undefined)
    return [{ ...place, title: page.title, url: page.output, text: 'Query strings in this page' }];
  const sections = [];
  const tokens = renderer.parse(page.text, { ...page });
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const url = token.tag === 'h1' ? page.output : `${page.output}#${token.attrGet('id')}`;
      sections.push({ ...place, url, title: plainText(tokens[index + 1]), text: '' });
    } else if (token.type === 'inline' && tokens[index - 1].type !== 'heading_open') {
      const section = sections.at(-1);
      if (section && section.text.length < longest) section.text += `${plainText(token)} `;
    }
  }
  return sections;
}
