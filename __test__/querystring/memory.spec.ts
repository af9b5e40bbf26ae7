import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

const MEGABYTE = 1 << 20;
/** How much more than Node's module a backend may take, of memory and of address space. */
const RESIDENT = 100 * MEGABYTE;
/**
 * Of address space, WebAssembly takes some gigabytes for each memory: two of them are there at
 * most, one is the collector's.
 */
const VIRTUAL = { native: 300 * MEGABYTE, wasm: 45 * 1024 * MEGABYTE };

/** What a program does thousands of times without yielding to the event loop. */
const LOOPS: Record<string, string> = {
  'parse with more pairs than a table has': `
    const text = 'a&'.repeat(9000);
    for (let round = 0; round < 1000; round++) module.parse(text, null, null, { maxKeys: 0 });`,
  'decode of a long pair': `
    const text = 'a=' + '%C3%A9+'.repeat(60_000) + '&b';
    for (let round = 0; round < 150; round++) module.decode(text);`,
  'parse with long separators': `
    const text = 'a==' + '%C3%A9+'.repeat(20_000) + ';;b';
    for (let round = 0; round < 100; round++) module.parse(text, ';;', '==');`,
  'parse of a long pair for a decoder': `
    const text = 'a=' + '%C3%A9+'.repeat(20_000) + '&b';
    for (let round = 0; round < 100; round++) module.parse(text, null, null, { decodeURIComponent: (piece) => piece });`,
  'parse of short texts': `
    for (let round = 0; round < 100_000; round++) module.parse('a=' + round + '&b=%41');`,
  stringify: `
    const value = { list: new Array(2000).fill('some text é'), long: 'x y'.repeat(100_000) };
    for (let round = 0; round < 100; round++) module.stringify(value);`,
  encode: `
    for (let round = 0; round < 100_000; round++) module.encode({ a: round, b: 'x y' });`,
  escape: `
    const text = 'é x'.repeat(100_000);
    for (let round = 0; round < 100; round++) module.escape(text);`,
  unescape: `
    const text = '%C3%A9+x'.repeat(200_000);
    for (let round = 0; round < 60; round++) module.unescape(text);`,
  'unescape of malformed text': `
    const text = '%C3+x'.repeat(100_000);
    for (let round = 0; round < 60; round++) module.unescape(text);`,
  unescapeBuffer: `
    const text = '%C3%A9+x'.repeat(200_000);
    for (let round = 0; round < 60; round++) module.unescapeBuffer(text);`,
};

interface Peak {
  readonly resident: number;
  readonly virtual: number;
}

/** The most memory that a process of its own takes in a loop. */
function peakOf(module: string, loop: string): Peak {
  const program = `
    const module = require(${JSON.stringify(module)});
    ${loop}
    const status = require('node:fs').readFileSync('/proc/self/status', 'latin1');
    const peak = (name) => Number.parseInt(status.split(name + ':')[1], 10) * 1024;
    console.log(JSON.stringify({ resident: peak('VmHWM'), virtual: peak('VmPeak') }));`;
  return JSON.parse(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })) as Peak;
}

const folder = join(__dirname, '..', '..', '..', 'dist', 'querystring');
const onNode = testWhere(IS_NODE && process.platform === 'linux', 'this is not Node on Linux', test.serial);

for (const [what, loop] of Object.entries(LOOPS)) {
  let theirs: Peak | undefined;
  for (const backend of ['native', 'wasm'] as const) {
    onNode(`${backend}: ${what}, in code that never yields, takes about the memory of Node's module`, (t) => {
      const ours = peakOf(join(folder, `${backend}.js`), loop);
      theirs ??= peakOf('node:querystring', loop);
      const figures = `ours ${Object.values(ours)}, Node's ${Object.values(theirs)}`;
      t.log(figures);
      t.true(ours.resident - theirs.resident < RESIDENT, figures);
      t.true(ours.virtual - theirs.virtual < VIRTUAL[backend], figures);
    });
  }
}
