import assert from 'node:assert/strict';

const MEBIBYTE = 1024 ** 2;
const STREAMED = 1024 * MEBIBYTE;
const COLLECTED = 128 * MEBIBYTE;

/**
 * Large outputs.
 *
 * @type {[string, import('./index.mjs').Row][]}
 */
export const outputRows = [
  [
    'output-data',
    {
      title: "1 GiB of a child's stdout, by 'data' events",
      repetitions: 5,
      bars: { "call to 'close'": 1 },
      work: { amount: STREAMED / MEBIBYTE, unit: 'MiB/s' },
      measure: ({ spawn }) => readAll(spawn),
    },
  ],
  [
    'output-sync',
    {
      title: '128 MiB of output, by spawnSync',
      repetitions: 8,
      bars: { run: 1.5 },
      work: { amount: COLLECTED / MEBIBYTE, unit: 'MiB/s' },
      measure: ({ spawnSync }) => {
        const start = performance.now();
        const { status, error, stdout } = spawnSync('head', zeros(COLLECTED), { maxBuffer: Number.POSITIVE_INFINITY });
        const run = performance.now() - start;
        assert.equal(error ?? null, null);
        assert.equal(status, 0);
        assert.equal(stdout.length, COLLECTED);
        return { run };
      },
    },
  ],
];

/** Arguments of `head`, which copies that many bytes faster than a parent reads them. */
function zeros(bytes) {
  return ['-c', String(bytes), '/dev/zero'];
}

function readAll(spawn) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn('head', zeros(STREAMED), { stdio: ['ignore', 'pipe', 'inherit'] });
    let bytes = 0;
    child.stdout.on('data', (chunk) => {
      bytes += chunk.length;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      const close = performance.now() - start;
      if (code === 0 && bytes === STREAMED) resolve({ "call to 'close'": close });
      else reject(new Error(`head exited with ${code} after ${bytes} bytes`));
    });
  });
}
