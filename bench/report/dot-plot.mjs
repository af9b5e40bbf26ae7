const WIDTH = 960;
const LABEL_WIDTH = 400;
const LINE_HEIGHT = 26;
const TOP = 84;
const BOTTOM = 46;
const RADIUS = 5;
/** Told apart with the common kinds of colour blindness too (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];

/** Light, or dark where the reader's page is. */
const STYLE = [
  '.page{fill:#fff}text{fill:#333}.grid{stroke:#ddd}.guide{stroke:#eee}.same{stroke:#666}',
  '@media (prefers-color-scheme:dark){.page{fill:#0d1117}text{fill:#ccc}.grid{stroke:#30363d}.guide{stroke:#1c2128}.same{stroke:#999}}',
].join('');

/**
 * A picture of ratios, as SVG: a line for each thing measured, on it a dot for each contestant. The
 * scale is logarithmic: twice as long is as far right as half is left.
 *
 * @param {object} plot
 * @param {string} plot.title
 * @param {string} plot.axis what the numbers are
 * @param {readonly string[]} plot.contestants
 * @param {readonly { label: string, ratios: Record<string, number> }[]} plot.lines ratios by
 *   contestant, all above 0; a contestant may be missing
 * @returns {string}
 */
export function dotPlot({ title, axis, contestants, lines }) {
  const scale = scaleFor(lines.flatMap(({ ratios }) => Object.values(ratios)));
  const height = TOP + lines.length * LINE_HEIGHT + BOTTOM;
  const end = height - BOTTOM;
  const grid = scale.ticks.map((tick) => {
    const x = scale.position(tick);
    const kind = tick === 1 ? 'same' : 'grid';
    return `<line class="${kind}" x1="${x}" y1="${TOP - 10}" x2="${x}" y2="${end}"/>${text(x, end + 16, `${tick}×`, 'middle')}`;
  });
  const drawn = lines.map(({ label, ratios }, index) => {
    const y = TOP + (index + 0.5) * LINE_HEIGHT;
    const dots = contestants.map((contestant, number) => {
      if (ratios[contestant] === undefined) return '';
      const tip = `<title>${escapeMarkup(`${contestant}: ${ratios[contestant].toPrecision(3)}×`)}</title>`;
      return `<circle cx="${scale.position(ratios[contestant])}" cy="${y}" r="${RADIUS}" fill="${COLOURS[number]}">${tip}</circle>`;
    });
    const guide = `<line class="guide" x1="${LABEL_WIDTH}" y1="${y}" x2="${WIDTH - 16}" y2="${y}"/>`;
    return guide + text(LABEL_WIDTH - 14, y + 4, label, 'end') + dots.join('');
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escapeMarkup(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="page" width="${WIDTH}" height="${height}"/>`,
    `<text x="16" y="26" font-size="16" font-weight="bold">${escapeMarkup(title)}</text>`,
    ...legend(contestants),
    ...grid,
    ...drawn,
    text((LABEL_WIDTH + WIDTH) / 2, height - 10, axis, 'middle'),
    '</svg>',
  ].join('\n')}\n`;
}

function legend(contestants) {
  let x = 16;
  return contestants.map((contestant, number) => {
    const entry = `<circle cx="${x + RADIUS}" cy="46" r="${RADIUS}" fill="${COLOURS[number]}"/>${text(x + 16, 50, contestant, 'start')}`;
    x += 36 + contestant.length * 7;
    return entry;
  });
}

/** Where a ratio stands, and the round numbers in between. */
function scaleFor(ratios) {
  const least = Math.min(1, ...ratios) / 1.25;
  const most = Math.max(2, ...ratios) * 1.25;
  const perUnit = (WIDTH - LABEL_WIDTH - 40) / Math.log(most / least);
  const ticks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  return {
    ticks: ticks.filter((tick) => tick > least && tick < most),
    position: (ratio) => Number((LABEL_WIDTH + Math.log(ratio / least) * perUnit).toFixed(1)),
  };
}

function text(x, y, content, anchor) {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeMarkup(content)}</text>`;
}

function escapeMarkup(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
