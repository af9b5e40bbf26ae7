import { compare, comparisonTable } from './comparison.mjs';
import { element } from './elements.mjs';
import { measure } from './measurement.mjs';
import { bars } from './measurement-bars.mjs';
import { grouped, toPairs, toQuery, toRows } from './pairs.mjs';
import { ResultTable } from './result-table.mjs';
import { samples } from './samples.mjs';

const byId = (id) => document.getElementById(id);
const [text, separator, equals, maxKeys] = ['text', 'separator', 'equals', 'max-keys'].map(byId);

let querystring;
try {
  ({ default: querystring } = await import('rt:querystring'));
  byId('playground').hidden = false;
} catch (error) {
  // Without WebAssembly SIMD, or under another policy.
  showProblem(byId('cannot-run'), error);
  throw error;
}

/** The pairs that were typed last, on either side. */
let query = {};
const table = new ResultTable(byId('result'), (rows) => {
  query = toQuery(rows);
  const formatted = format();
  if (formatted !== undefined) text.value = formatted;
  describe(formatted);
});

function readText() {
  query = querystring.parse(text.value, separator.value, equals.value, options());
  table.show(toRows(query));
  describe(format());
}

/** An empty field is the default, 1,000. */
function options() {
  return maxKeys.value === '' ? {} : { maxKeys: Number(maxKeys.value) };
}

/** The query string of the pairs; `undefined`, and said so, when there is none. */
function format() {
  const problem = byId('problem');
  try {
    const formatted = querystring.stringify(query, separator.value, equals.value);
    problem.hidden = true;
    return formatted;
  } catch (error) {
    showProblem(problem, error, 'A key or value holds half of a surrogate pair, which cannot be written in UTF-8.');
    return undefined;
  }
}

function showProblem(place, error, explanation = '') {
  place.replaceChildren(element('strong', {}, error.code ?? error.name), ` ${error.message}. ${explanation}`);
  place.hidden = false;
}

function describe(formatted) {
  const pairs = toPairs(query).length;
  const keys = Object.keys(query).length;
  byId('summary').textContent =
    `${count(text.value.length, 'character')}, ${count(keys, 'key')}, ${count(pairs, 'value')}`;
  const lines = compare(query, text.value, formatted);
  const different = lines.filter(({ differs }) => differs).length;
  byId('differences').textContent = different === 0 ? 'no difference' : count(different, 'difference');
  byId('comparison').replaceChildren(comparisonTable(lines));
}

function count(number, noun) {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}

async function showTimes() {
  const button = byId('measure');
  const [measured, pairs, object] = [text.value, toPairs(query), query];
  const [sep, eq, limited] = [separator.value, equals.value, options()];
  const parsers = {
    'rt:querystring': () => querystring.parse(measured, sep, eq, limited),
    URLSearchParams: () => new URLSearchParams(measured),
    'URLSearchParams, as an object': () => grouped(new URLSearchParams(measured)),
  };
  const formatters = {
    'rt:querystring': () => querystring.stringify(object, sep, eq),
    URLSearchParams: () => new URLSearchParams(pairs).toString(),
  };
  button.disabled = true;
  try {
    const progress = (first) => (part) => {
      button.textContent = `Measuring… ${Math.round(50 * (first + part))} %`;
    };
    const figures = [bars('parse', await measure(parsers, progress(0)))];
    // A query without a query string has no time.
    if (format() !== undefined) figures.push(bars('stringify', await measure(formatters, progress(1))));
    const note = `Medians of nine rounds for a text of ${count(measured.length, 'character')}.`;
    byId('measurement').replaceChildren(...figures, element('p', { className: 'note' }, note));
  } finally {
    button.disabled = false;
    button.textContent = 'Measure again';
  }
}

function showSample(sample) {
  text.value = sample.text;
  separator.value = sample.separator ?? '&';
  equals.value = sample.equals ?? '=';
  readText();
}

for (const [name, sample] of Object.entries(samples)) {
  byId('samples').append(element('button', { type: 'button', onclick: () => showSample(sample) }, name));
}
for (const field of [text, separator, equals, maxKeys]) field.addEventListener('input', readText);
byId('measure').addEventListener('click', showTimes);
showSample(Object.values(samples)[0]);
