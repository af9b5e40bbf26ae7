/** A class of inputs: texts to parse, objects to write, or both. Several texts of a class keep the engine from learning one by heart. */
const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index));

const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];
const word = (index) => words[index % words.length];

const form = (index) =>
  repeat(
    60,
    (field) => `field_${field}=${encodeURIComponent(`${word(field + index)}, a value / ${field}`).slice(0, 58)}`,
  ).join('&');
const plain = repeat(20_000, (index) => `key${index % 500}=value${index}${'x'.repeat(36)}`).join('&');
const escaped = repeat(14_000, (index) => `key${index % 500}=${'%C3%A9t%C3%A9%20'.repeat(3)}${index}`).join('&');
const json = JSON.stringify(
  repeat(700, (index) => ({
    id: index,
    name: word(index),
    tags: [word(index + 1), word(index + 2)],
    text: 'some "text" here',
  })),
);

/** The texts that are parsed, by class. */
export const texts = {
  short: repeat(16, (index) => `a=${index % 10}&name=${word(index)}&page=1${index % 10}`),
  typical: repeat(
    16,
    (index) => `q=search+term&lang=en&page=${index}&sort=date&filter=${word(index)}&utm_source=newsletter`,
  ),
  encoded: repeat(
    16,
    (index) => `name=J%C3%BCrgen%20${word(index)}&city=K%C3%B6ln&text=%22hello%20world%22%20%26%20more&x=${index}`,
  ),
  'every letter encoded': repeat(16, (index) =>
    [...`${word(index)}value`]
      .map((c) => `%${c.charCodeAt(0).toString(16)}`)
      .join('')
      .replace(/^/, 'key='),
  ),
  'repeated keys': repeat(16, (index) => `id=${index}&id=2&id=3&tag=${word(index)}&tag=b&tag=c`),
  '26 bare keys': repeat(4, () => repeat(26, (index) => String.fromCharCode(97 + index)).join('&')),
  'form, 4 KB': repeat(4, form),
  '1 MB plain': [plain],
  '1 MB escaped': [escaped],
  'JSON, 100 KB': [`data=${encodeURIComponent(json)}`],
  'new keys': repeat(4096, (index) => `k${index}a=1&k${index}b=2&k${index}c=3&k${index}d=4`),
  'keys in changing order': repeat(64, (index) =>
    repeat(8, (field) => `${word(field * (1 + 2 * (index % 4)) + index)}=${field}`).join('&'),
  ),
};

/** Classes that are also written back. */
export const written = [
  'short',
  'typical',
  'encoded',
  'every letter encoded',
  'repeated keys',
  'form, 4 KB',
  '1 MB plain',
  '1 MB escaped',
  'JSON, 100 KB',
];
