import { siteTool } from '../tools/site-tool.mjs';

/**
 * Prepares what draws charts.
 *
 * @returns {Promise<{ plot: typeof import('@observablehq/plot'), document: Document }>}
 */
export async function drawing() {
  const plot = await siteTool('@observablehq/plot');
  const { parseHTML } = await siteTool('linkedom');
  return { plot, document: parseHTML('<html><body></body></html>').document };
}

/**
 * A chart with its title, what it shows in words, and its figures as a table.
 *
 * @param {object} figure
 * @param {string} figure.title
 * @param {string} figure.summary what the chart shows, for everybody
 * @param {{ outerHTML: string }} figure.chart what Plot returned
 * @param {readonly string[]} figure.heading of the table
 * @param {readonly (readonly string[])[]} figure.lines of the table
 * @returns {string} HTML
 */
export function figure({ title, summary, chart, heading, lines }) {
  // The picture is one image to a screen reader: its parts say nothing without the axes.
  const label = escapeMarkup(`${title}. ${summary}`);
  const picture = chart.outerHTML
    .replaceAll(/(<g\b[^>]*?) aria-label="[^"]*"/g, '$1')
    .replace(/<svg (?=viewBox="0 0 \d+ \d+" height)/, () => `<svg role="img" aria-label="${label}" `);
  const cells = (tag, line) =>
    line.map((cell) => `<${cell === '' ? 'td' : tag}>${escapeMarkup(cell)}</${cell === '' ? 'td' : tag}>`);
  const rows = lines.map((line) => `<tr>${cells('td', line).join('')}</tr>`);
  return [
    '<figure class="chart">',
    `<figcaption><strong>${escapeMarkup(title)}</strong> <span>${escapeMarkup(summary)}</span></figcaption>`,
    picture.replaceAll(/\n\s*/g, ' '),
    '<details><summary>The figures</summary>',
    '<div class="table" role="group" aria-label="Table" tabindex="0">',
    `<table><thead><tr>${cells('th', heading).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`,
    '</figure>',
    '',
  ].join('\n');
}

export function escapeMarkup(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
