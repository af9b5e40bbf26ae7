/**
 * The texts that are parsed. Several texts of a kind keep the engine from learning one by heart.
 */

const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index));

const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];
const word = (index) => words[index % words.length];
const percentEncoded = (text) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

function form(index) {
  const field = (number) => [
    `field_${number}`,
    encodeURIComponent(`${word(number + index)}, a value / ${number} and then more`),
  ];
  return repeat(60, (number) => field(number).join('=')).join('&');
}

const json = JSON.stringify(
  repeat(700, (index) => ({
    id: index,
    name: word(index),
    tags: [word(index + 1), word(index + 2)],
    text: 'some "text" here',
  })),
);

/** What is written instead of what the text of that kind holds, which is plain once it is read. */
export const objects = {
  'every letter encoded': repeat(16, (index) => ({ key: `ключ ${'слово за словом'.slice(index % 8)}` })),
};

/** By kind: texts, and `maxKeys` where the default would stop before the end. */
export const inputs = {
  short: repeat(16, (index) => `a=${index % 10}&name=${word(index).padEnd(7, 'x')}&page=10${index % 10}0`),
  typical: repeat(
    16,
    (index) => `q=search+term&lang=en&page=${index % 10}&sort=date&filter=${word(index)}&utm_source=newsletter1`,
  ),
  encoded: repeat(
    16,
    (index) => `name=J%C3%BCrgen%20${word(index)}&city=K%C3%B6ln&text=%22hello%20world%22%20%26%20more&x=${index}`,
  ),
  'every letter encoded': repeat(16, (index) => `key=${percentEncoded(`${word(index)}value`)}`),
  'repeated keys': repeat(16, (index) => `id=${index}&id=2&id=3&tag=${word(index)}&tag=b&tag=c`),
  '26 bare keys': repeat(4, () => repeat(26, (index) => String.fromCharCode(97 + index)).join('&')),
  'form, 4 KB': repeat(4, form),
  '1 MB plain': [repeat(1000, (index) => `key${index % 500}=${word(index)}${'x'.repeat(1040)}`).join('&')],
  '1 MB escaped': [
    repeat(1000, (index) => `key${index % 500}=${'%C3%A9t%C3%A9%20and%20so+on%2C'.repeat(33)}${index}`).join('&'),
  ],
  'JSON, 100 KB': [`data=${encodeURIComponent(json)}`],
  'new keys': repeat(4096, (index) => `k${index}a=1&k${index}b=2&k${index}c=3&k${index}d=4`),
  'keys in changing order': repeat(64, (index) =>
    repeat(8, (field) => `${word(field * (1 + 2 * (index % 4)) + index)}=${field}`).join('&'),
  ),
  'OAuth callback': repeat(
    16,
    (index) =>
      `code=4%2F0AX4XfWh${word(index)}9tQ_7vK-3n&state=${word(index)}5f2c9a81d7e3&scope=openid%20email%20profile&authuser=0&prompt=consent`,
  ),
  'UTM links': repeat(
    16,
    (index) =>
      `utm_source=newsletter&utm_medium=email&utm_campaign=spring_${word(index)}&utm_term=running+shoes&utm_content=logo${index}&gclid=Cj0KCQ${word(index)}`,
  ),
  'nested-looking keys': repeat(
    16,
    (index) =>
      `filter[name]=${word(index)}&filter[price][min]=1${index}&filter[price][max]=99&sort[0]=name&page[size]=20`,
  ),
  'values that are not ASCII': repeat(
    16,
    (index) => `stadt=Köln&straße=Große%20Gasse&name=${word(index)}é&город=Москва`,
  ),
  cookies: repeat(
    16,
    (index) =>
      `session=8f14e45fceea167a${index}; theme=dark; locale=en-GB; cart=${word(index)}%2C2; _ga=GA1.2.1234${index}`,
  ),
  '1 MB plain, one value': [`text=${'x'.repeat(1 << 20)}`],
  '1 MB, 20,000 pairs': [repeat(20_000, (index) => `key${index % 500}=value${index}${'x'.repeat(36)}`).join('&')],
};
