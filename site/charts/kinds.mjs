import { figure } from './figure.mjs';

const width = 420;
const lineHeight = 40;
const style = { fontSize: '13px', background: 'none', overflow: 'visible' };
/** Defined by the style sheet for light and dark pages. Ours is always the first. */
const colours = [
  'var(--series-1)',
  'var(--series-2)',
  'var(--series-3)',
  'var(--series-4)',
  'var(--series-5)',
  'var(--series-6)',
];

/**
 * Ratios on a logarithmic scale: a line for each thing measured, on it a mark for each contestant.
 * Contestants differ by shape too, not by colour alone.
 *
 * @param {Awaited<ReturnType<typeof import('./figure.mjs').drawing>>} tools
 * @param {object} data
 * @param {string} data.title
 * @param {string} data.summary
 * @param {string} data.axis
 * @param {readonly string[]} data.contestants
 * @param {readonly { label: string, ratios: Record<string, number> }[]} data.lines
 */
export function ratioChart({ plot, document }, { title, summary, axis, contestants, lines }) {
  const marks = lines.flatMap(({ label, ratios }) =>
    Object.entries(ratios).map(([contestant, ratio]) => ({ label, contestant, ratio })),
  );
  const labels = lines.map(({ label }) => label);
  const values = marks.map(({ ratio }) => ratio);
  const [least, most] = [Math.min(1, ...values) / 1.3, Math.max(2, ...values) * 1.3];
  const ticks = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000].filter((tick) => tick > least && tick < most);
  const chart = plot.plot({
    document,
    style,
    width,
    height: labels.length * lineHeight + 70,
    marginLeft: 10,
    marginRight: 24,
    marginBottom: 40,
    x: {
      type: 'log',
      label: axis,
      domain: [least, most],
      ticks,
      tickFormat: (value) => `${value}×`,
    },
    y: { domain: labels, axis: null, padding: 0 },
    color: { domain: contestants, range: colours.slice(0, contestants.length) },
    symbol: { domain: contestants, legend: true, range: ['circle', 'square', 'triangle', 'diamond', 'cross', 'star'] },
    marks: [
      plot.gridX(ticks, { stroke: 'var(--line)', strokeOpacity: 1 }),
      plot.ruleX([1], { stroke: 'var(--soft-ink)' }),
      plot.ruleY(labels, { stroke: 'var(--line)', y: (label) => label, dy: 9 }),
      plot.text(labels, {
        y: (label) => label,
        text: (label) => label,
        frameAnchor: 'left',
        textAnchor: 'start',
        dy: -9,
        fill: 'var(--ink)',
        fontSize: 12,
      }),
      plot.dot(marks, { x: 'ratio', y: 'label', fill: 'contestant', symbol: 'contestant', r: 5, dy: 9 }),
    ],
  });
  const cell = (ratio) => (ratio === undefined ? '' : `${Number(ratio.toPrecision(3))}×`);
  return figure({
    title,
    summary,
    chart,
    heading: ['', ...contestants],
    lines: lines.map(({ label, ratios }) => [label, ...contestants.map((contestant) => cell(ratios[contestant]))]),
  });
}

/**
 * Bars in groups, on a logarithmic scale where the values differ by much.
 *
 * @param {Awaited<ReturnType<typeof import('./figure.mjs').drawing>>} tools
 * @param {object} data
 * @param {string} data.title
 * @param {string} data.summary
 * @param {(value: number) => string} data.format
 * @param {number} data.least where the bars begin
 * @param {readonly { group: string, bars: Record<string, number> }[]} data.groups
 */
export function barChart({ plot, document }, { title, summary, format, least, groups }) {
  const bars = groups.flatMap(({ group, bars }) =>
    Object.entries(bars).map(([contestant, value]) => ({ group, contestant, value, text: format(value) })),
  );
  const contestants = [...new Set(bars.map(({ contestant }) => contestant))];
  const most = Math.max(...bars.map(({ value }) => value));
  const chart = plot.plot({
    document,
    style,
    width,
    height: bars.length * 28 + groups.length * 40 + 10,
    marginBottom: 0,
    marginLeft: 92,
    marginRight: 64,
    marginTop: 26,
    x: { type: 'log', label: null, domain: [least, most], axis: null },
    y: { domain: contestants, label: null, tickSize: 0 },
    fy: { domain: groups.map(({ group }) => group), label: null, axis: null, padding: 0.25 },
    marks: [
      plot.text(groups, {
        fy: 'group',
        text: 'group',
        frameAnchor: 'top-left',
        dx: -84,
        dy: -14,
        fontWeight: 'bold',
        fill: 'var(--ink)',
        textAnchor: 'start',
      }),
      plot.barX(bars, {
        fy: 'group',
        y: 'contestant',
        x1: least,
        x2: 'value',
        fill: ({ contestant }) =>
          contestant === 'rt-std' || contestant === 'killTree()' ? 'var(--series-1)' : 'var(--series-other)',
      }),
      plot.text(bars, {
        fy: 'group',
        y: 'contestant',
        x: 'value',
        text: 'text',
        textAnchor: 'start',
        dx: 6,
        fill: 'var(--ink)',
      }),
    ],
  });
  const cell = (bars, contestant) => (bars[contestant] === undefined ? '' : format(bars[contestant]));
  return figure({
    title,
    summary,
    chart,
    heading: ['', ...contestants],
    lines: groups.map(({ group, bars }) => [group, ...contestants.map((contestant) => cell(bars, contestant))]),
  });
}
