const BLOCK = 1024 * 1024;
const PAGE = 4096;
const NUMBER_LENGTH = 16;

const METHODS = ['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE'];
const PATHS = ['/', '/catalogue', '/basket/items', '/search', '/account/orders', '/static/app.js', '/health'];
const STATUSES = [200, 200, 200, 201, 204, 302, 304, 404, 500];

/**
 * Data that compresses like a server's log, and of which no two pages are the same: each begins
 * with its offset, so that a page that is lost, doubled or moved changes the hash.
 *
 * @param {number} length bytes; a multiple of 1 MiB
 * @returns {Generator<Buffer>} blocks of 1 MiB
 */
export function* sampleData(length) {
  const pattern = logBlock();
  for (let start = 0; start < length; start += BLOCK) {
    const block = Buffer.from(pattern);
    for (let page = 0; page < BLOCK; page += PAGE) {
      block.write((start + page).toString(16).padStart(NUMBER_LENGTH, '0'), page, 'latin1');
    }
    yield block;
  }
}

function logBlock() {
  const random = randomNumbers(20_240_517);
  const choose = (list) => list[Math.floor(random() * list.length)];
  let text = '';
  for (let time = Date.UTC(2024, 4, 17); text.length < BLOCK; time += Math.floor(random() * 900)) {
    const client = `10.${Math.floor(random() * 8)}.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`;
    const target = `${choose(PATHS)}?page=${Math.floor(random() * 40)}&session=${Math.floor(random() * 2 ** 32).toString(36)}`;
    const size = Math.floor(random() ** 3 * 200_000);
    text += `${new Date(time).toISOString()} ${client} "${choose(METHODS)} ${target}" ${choose(STATUSES)} ${size}\n`;
  }
  return Buffer.from(text.slice(0, BLOCK), 'latin1');
}

/**
 * Marsaglia's xorshift generator of 32 bits ("Xorshift RNGs", 2003): the same numbers in every run.
 */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
