import { element, literal } from './elements.mjs';
import { grouped, toPairs } from './pairs.mjs';

const MOST_SHOWN = 100;

/**
 * @typedef {object} Line
 * @property {string | undefined} key `undefined` for the formatted text
 * @property {string[] | undefined} ours
 * @property {string[] | undefined} theirs
 * @property {boolean} differs
 */

/**
 * What both make of a text, key by key, and the text that both make of our pairs.
 *
 * @param {import('./pairs.mjs').Query} query our result
 * @param {string} text
 * @param {string | undefined} formatted what our result becomes; `undefined` when it has no query
 *   string
 * @returns {Line[]}
 */
export function compare(query, text, formatted) {
  const theirs = grouped(new URLSearchParams(text));
  const values = (of, key) => (of[key] === undefined ? undefined : [of[key]].flat());
  const keys = new Set([...Object.keys(query), ...Object.keys(theirs)]);
  const lines = Array.from(keys, (key) => line(key, values(query, key), values(theirs, key)));
  const ours = formatted === undefined ? undefined : [formatted];
  return [...lines, line(undefined, ours, [new URLSearchParams(toPairs(query)).toString()])];
}

function line(key, ours, theirs) {
  return { key, ours, theirs, differs: JSON.stringify(ours) !== JSON.stringify(theirs) };
}

/**
 * @param {Line[]} lines
 * @returns {HTMLElement} a table; on a narrow screen, a list
 */
export function comparisonTable(lines) {
  const head = ['Key', 'rt:querystring', 'URLSearchParams'];
  const keyed = lines.filter(({ key }) => key !== undefined);
  const shown = [...keyed.slice(0, MOST_SHOWN), ...lines.slice(keyed.length)];
  // On a narrow screen these are no longer laid out as a table, and would not be read as one
  // without their roles.
  return element(
    'table',
    { className: 'comparison', role: 'table' },
    element(
      'thead',
      { role: 'rowgroup' },
      element(
        'tr',
        { role: 'row' },
        ...head.map((title) => element('th', { scope: 'col', role: 'columnheader' }, title)),
      ),
    ),
    element('tbody', { role: 'rowgroup' }, ...shown.map(row)),
  );
}

function row({ key, ours, theirs, differs }) {
  const title = key === undefined ? element('span', {}, 'formatted again') : element('code', {}, JSON.stringify(key));
  const mark = element(
    'span',
    { className: 'mark', title: 'they differ' },
    '≠',
    element('span', { className: 'unseen' }, ' differs'),
  );
  const cell = (values, label) =>
    element('td', { role: 'cell', 'data-label': label }, literal(values, key === undefined ? 'refused' : 'not there'));
  return element(
    'tr',
    { role: 'row', className: `${differs ? 'differs' : ''} ${key === undefined ? 'formatted' : ''}` },
    element('th', { scope: 'row', role: 'rowheader' }, title, ...(differs ? [mark] : [])),
    cell(ours, 'rt:querystring'),
    cell(theirs, 'URLSearchParams'),
  );
}
