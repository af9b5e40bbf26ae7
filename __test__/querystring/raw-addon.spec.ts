import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { testOnNode } from '../support/same-as-node';

/** The addon, as a program's text. */
const LOADED = `require(${JSON.stringify(join(__dirname, '..', '..', '..', 'build', 'binding', 'index.js'))}).loadAddon()`;

/**
 * Calls of the addon's own functions with anything: numbers, buffers that were written over,
 * transferred, shared or are too small.
 */
const PROGRAM = `
const { createQuerystringCodec, querystringMemorySize } = ${LOADED};
const codec = createQuerystringCodec();
let state = Number(process.argv[1]);
const below = (bound) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
};
const of = (values) => values[below(values.length)];
const number = () => of([0, 1, 2, 3, 63, 64, 100, 32767, 32768, 32769, 65536, 2 ** 21, 2 ** 22, 2 ** 29, 2 ** 30, 2 ** 31, 2 ** 32 - 1, below(2 ** 32), below(100), 0x263d, -1, 1.5, NaN]);
const text = () => of(['', 'a=1&b=%41', 'é=%C3', 'x'.repeat(32767), 'x'.repeat(32768), 'é'.repeat(32768), 'y'.repeat(40000), '%41+'.repeat(8000), 5, null, {}]);
const prepared = () => {
  const [units, wide] = [of([0, 32768, 40000, 70000]), of([0, 100000])];
  const buffer = new ArrayBuffer(querystringMemorySize(units, wide));
  codec.prepare(buffer, units, wide);
  return buffer;
};
let buffer = prepared();
const memories = [
  () => buffer, () => buffer, () => buffer, () => buffer, () => buffer,
  () => new ArrayBuffer(0), () => new ArrayBuffer(below(300)), () => new SharedArrayBuffer(buffer.byteLength),
  () => new Uint8Array(buffer), () => undefined, () => ({}), () => 5,
  () => { const copy = prepared(); structuredClone(copy, { transfer: [copy] }); return copy; },
  () => new ArrayBuffer(buffer.byteLength), () => buffer.slice(64),
  () => (new ArrayBuffer(1000, { maxByteLength: 5_000_000 })),
];
const tries = (call) => { try { return call(); } catch {} };
const names = Object.keys(codec);
let returned = 0;
for (let round = 0; round < Number(process.argv[2]); round++) {
  if (below(50) === 0) buffer = prepared();
  const memory = of(memories)();
  if (below(3) === 0 && memory === buffer) {
    // Whatever JavaScript writes: the header, and anything else.
    const words = new Uint32Array(buffer, 0, buffer.byteLength >> 2);
    for (let count = below(4); count > 0; count--) words[below(2) ? below(48) : below(words.length)] = number();
  }
  const name = of(names);
  const values = name.endsWith('Text') ? [text(), number()] : Array.from({ length: below(8) }, number);
  if (tries(() => codec[name](memory, ...values)) !== undefined) returned++;
  // Mostly plausible ones too.
  if (tries(() => codec.parse(buffer, below(2), 0, below(32768), 1, 0x263d, below(3))) !== undefined) returned++;
  tries(() => querystringMemorySize(number(), number()));
}
console.log(returned);
`;

testOnNode('the functions of the addon survive any numbers and any memory', (t) => {
  for (const seed of [1, Date.now() % 1_000_000]) {
    const program = ['-e', PROGRAM, String(seed), '4000'];
    // Positions outside of the memory are panics, which Rust reports.
    const returned = execFileSync(process.execPath, program, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, RUST_BACKTRACE: '0' },
    });
    t.true(Number(returned) > 500, `seed ${seed}: ${returned}`);
  }
});

testOnNode('memory of the size that the addon names is taken wherever the engine lets it begin', (t) => {
  const program = `
    const { createQuerystringCodec, querystringMemorySize } = ${LOADED};
    const codec = createQuerystringCodec();
    const size = querystringMemorySize(0, 0);
    const kept = [];
    for (let count = 0; count < 200; count++) {
      kept.push(new ArrayBuffer(17 * (count % 9)));
      codec.prepare(new ArrayBuffer(size), 0, 0);
    }
    console.log('taken');
  `;
  t.is(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }), 'taken\n');
});
