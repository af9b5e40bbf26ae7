import { readFileSync } from 'node:fs';
import oracle from 'node:querystring';
import { inspect, isDeepStrictEqual } from 'node:util';

/** How many differences of one codec are printed in full. */
const SHOWN_DIFFERENCES = 5;

const EXAMPLE = /^https:\/\/duckduckgo\.com\//;

/**
 * Parses and formats the query strings of a corpus, by both backends and by Node's own module. The
 * corpus is links from the documentation of open-source projects, and a few addresses in the forms
 * of well-known sites, for scripts and encodings that such links seldom have.
 *
 * @param {import('./report.mjs').Report} report
 */
export async function visitQuerystring(report) {
  const urls = JSON.parse(readFileSync(new URL('urls.json', import.meta.url), 'utf8'));
  const queries = urls.map((url) => new URL(url).search.slice(1));
  const wanted = queries.map((query) => parseAndFormat(oracle, query));
  const values = wanted.flatMap(({ parsed }) => Object.values(parsed).flat());
  report.line(`${queries.length} URLs, with ${values.length} values in their queries`);

  const rows = [['codec', 'parsed', 'formatted', 'escaped', 'differences from Node']];
  let total = 0;
  for (const backend of ['native', 'wasm']) {
    const { default: codec } = await import(`rt-std/querystring/${backend}`);
    const differences = [];
    const counts = { parsed: 0, formatted: 0, escaped: 0 };
    for (const [index, query] of queries.entries()) {
      const { parsed, formatted } = parseAndFormat(codec, query);
      if (sameObject(parsed, wanted[index].parsed)) counts.parsed += 1;
      else differences.push(['parse', query, parsed, wanted[index].parsed]);
      if (formatted === wanted[index].formatted) counts.formatted += 1;
      else differences.push(['stringify', query, formatted, wanted[index].formatted]);
    }
    for (const value of values) {
      const escaped = codec.escape(value);
      if (escaped === oracle.escape(value) && codec.unescape(escaped) === value) counts.escaped += 1;
      else differences.push(['escape', value, escaped, oracle.escape(value)]);
    }
    total += differences.length;
    rows.push([`rt-std/querystring/${backend}`, ...Object.values(counts).map(String), String(differences.length)]);
    for (const [name, input, result, fromNode] of differences.slice(0, SHOWN_DIFFERENCES)) {
      report.line(`${backend} ${name}(${inspect(input)})`);
      report.line(`  gives ${onOneLine(result)}`);
      report.line(`  Node  ${onOneLine(fromNode)}`);
    }
  }
  report.table('lrrrr', rows);
  report.check(total === 0, 'both agree with node:querystring in everything', `${total} differences`);
  const example = urls.findIndex((url) => EXAMPLE.test(url));
  report.line(`for example  ${queries[example]}  →  ${inspect({ ...wanted[example].parsed })}`);
}

function onOneLine(value) {
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY });
}

function parseAndFormat(codec, query) {
  const parsed = codec.parse(query);
  return { parsed, formatted: codec.stringify(parsed) };
}

/** Deep equality does not look at the order of the keys, which `stringify` keeps. */
function sameObject(one, other) {
  return isDeepStrictEqual(one, other) && isDeepStrictEqual(Object.keys(one), Object.keys(other));
}
