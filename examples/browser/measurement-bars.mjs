import { element } from './elements.mjs';

/**
 * Times as bars: those of rt:querystring, of `URLSearchParams`, and of others.
 *
 * @param {string} title
 * @param {Record<string, number>} times nanoseconds by name
 * @returns {HTMLElement}
 */
export function bars(title, times) {
  const [ours, other] = Object.values(times);
  const longest = Math.max(...Object.values(times));
  const rows = Object.entries(times).map(([name, time], index) => {
    const bar = element('span', { className: index === 0 ? 'bar ours' : 'bar' });
    bar.style.setProperty('--part', time / longest);
    return element(
      'li',
      {},
      element('span', { className: 'name' }, name),
      bar,
      element('span', { className: 'time' }, shown(time)),
      element('span', { className: 'time note' }, `${(time / ours).toFixed(1)}×`),
    );
  });
  return element(
    'figure',
    { className: 'bars' },
    element(
      'figcaption',
      {},
      element('strong', {}, title),
      element('span', { className: 'note' }, verdict(ours, other)),
    ),
    element('ul', {}, ...rows),
  );
}

/** Three digits are all that such a measurement is good for. */
function shown(nanoseconds) {
  return nanoseconds < 10_000
    ? `${Math.round(nanoseconds).toLocaleString('en-US')} ns`
    : `${Number((nanoseconds / 1000).toPrecision(3)).toLocaleString('en-US')} µs`;
}

function verdict(ours, other) {
  const times = other / ours;
  return times >= 1
    ? `${times.toFixed(1)}× as fast as URLSearchParams`
    : `takes ${(1 / times).toFixed(1)}× the time of URLSearchParams`;
}
