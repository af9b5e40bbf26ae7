import { posix } from 'node:path';
import { siteTool } from '../tools/site-tool.mjs';

const languages = ['js', 'ts', 'sh', 'json', 'toml', 'rust', 'html', 'python'];
const themes = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' };

/**
 * A renderer of Markdown: anchors as on GitHub, links between the pages, colours of code,
 * tables that can be scrolled, charts.
 *
 * @param {object} site
 * @param {(page: object, target: string) => string | undefined} site.link
 * @param {(page: object, target: string) => string | undefined} site.titleOf of the page behind a link
 * @param {(name: string) => string} site.chart returns a figure
 * @param {Map<string, { level: number, text: string, id: string }[]>} site.headings gets those of
 *   each page, by its file
 * @returns {Promise<import('markdown-it')>} its `env` must be a page
 */
export async function markdownRenderer({ link, titleOf, chart, headings }) {
  const [{ default: MarkdownIt }, { default: anchor }, { slug }, { fromHighlighter }, { createHighlighter }] =
    await Promise.all([
      siteTool('markdown-it'),
      siteTool('markdown-it-anchor'),
      siteTool('github-slugger'),
      siteTool('@shikijs/markdown-it'),
      siteTool('shiki'),
    ]);
  const highlighter = await createHighlighter({ themes: Object.values(themes), langs: languages });
  const renderer = new MarkdownIt({ html: true });
  // The limit is for browsers: on a busy machine it would leave lines without colours.
  const colours = { themes, defaultColor: 'light-dark()', fallbackLanguage: 'text', tokenizeTimeLimit: 0 };
  renderer.use(fromHighlighter(highlighter, colours));
  renderer.use(anchor.default ?? anchor, {
    slugify: slug,
    tabIndex: false,
    permalink: (anchor.default ?? anchor).permalink.headerLink(),
  });
  renderer.core.ruler.push('rt_headings', ({ tokens, env }) => {
    headings.set(env.file, headingsIn(tokens));
  });
  renderer.core.ruler.push('rt_links', ({ tokens, env }) => {
    for (const { children } of tokens) if (children) followLinks(children, env, { link, titleOf });
  });
  renderer.core.ruler.push('rt_charts', ({ tokens, env }) => {
    for (const token of tokens) drawCharts(token, env, chart);
  });
  renderTables(renderer);
  return renderer;
}

function headingsIn(tokens) {
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return [];
    return [{ level: Number(token.tag[1]), text: plainText(tokens[index + 1]), id: token.attrGet('id') }];
  });
}

/** The text of an inline token, without marks. */
export function plainText({ children }) {
  return children.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

/** What leads to a file that is not on the site is text. */
function followLinks(tokens, env, { link, titleOf }) {
  let dropped = false;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'link_open' && !token.attrGet('class')?.includes('header-anchor')) {
      const target = token.attrGet('href');
      const text = tokens[index + 1];
      // In the clone a page is named by its file; here by its title.
      if (/^[\w./-]+\.md$/.test(text.content)) text.content = titleOf(env, target) ?? text.content;
      const url = link(env, target);
      dropped = url === undefined;
      if (dropped) blank(token);
      else token.attrSet('href', url);
    } else if (token.type === 'link_close' && dropped) {
      dropped = false;
      blank(token);
    }
  }
}

function blank(token) {
  token.type = 'text';
  token.content = '';
}

/** A picture of a benchmark, and a comment `<!-- chart: name -->`, become a chart. */
function drawCharts(token, env, chart) {
  const comment = token.type === 'html_block' ? /^<!-- chart: ([\w-]+) -->/.exec(token.content) : null;
  if (comment) token.content = chart(comment[1]);
  for (const child of token.children ?? []) {
    if (child.type !== 'image') continue;
    const file = posix.join(posix.dirname(env.file), child.attrGet('src'));
    const benchmark = /^docs\/benchmarks\/([\w-]+)\.svg$/.exec(file);
    if (!benchmark) throw new Error(`${env.file} shows ${file}, which the site has not`);
    Object.assign(child, { type: 'html_inline', content: chart(benchmark[1]), children: null });
  }
}

/** Wide tables scroll by themselves. A heading without text is no heading. */
function renderTables(renderer) {
  const { rules } = renderer.renderer;
  rules.table_open = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  const isEmpty = (tokens, index) => tokens[index + 1].content === '';
  rules.th_open = (tokens, index, options, _env, self) => {
    if (isEmpty(tokens, index)) tokens[index].tag = 'td';
    return self.renderToken(tokens, index, options);
  };
  rules.th_close = (tokens, index) => (isEmpty(tokens, index - 2) ? '</td>\n' : '</th>\n');
}
