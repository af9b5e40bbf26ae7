// Calls every function that returns bytes or long texts in one turn of the event loop: what the
// collector frees must be free then, too.

import { strict as assert } from 'node:assert';
import querystring from 'rt-std/querystring';
import { randomNumbers } from '../../soak/messages.mjs';
import { compareHeld } from './compare-held.mjs';
import { held } from './held.mjs';
import { count, progress, result, seed } from './report.mjs';
import { execFileSync, execSync, spawnSync } from './tested.mjs';

const MEGABYTE = 1_000_000;
/**
 * How much memory may be taken at most between two collections, in MiB: the buffers that a
 * collector lets gather before it runs.
 */
const MOST_BETWEEN = 100;
const random = randomNumbers(seed);
const escaped = '%41%c3%a9'.repeat(100_000);
const long = 'a=%20&'.repeat(50_000);
const values = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key ${index}`, 'ä b'.repeat(50)]));

const KINDS = [
  () => assert.equal(spawnSync('echo', ['output']).stdout.length, 7),
  () => assert.equal(spawnSync('cat', { input: Buffer.alloc(65_536, 'x') }).stdout.length, 65_536),
  () => assert.equal(execFileSync('head', ['-c', String(MEGABYTE), '/dev/zero']).length, MEGABYTE),
  () => assert.equal(execSync('echo output', { encoding: 'utf8' }), 'output\n'),
  () => assert.equal(spawnSync('no-such-program').error.code, 'ENOENT'),
  () => assert.equal(spawnSync('true', { cwd: '/no/such/directory' }).error.code, 'ENOENT'),
  () => assert.equal(spawnSync('sleep', ['60'], { timeout: 1 }).error.code, 'ETIMEDOUT'),
  () => assert.equal(spawnSync('yes', { maxBuffer: 1000 }).error.code, 'ENOBUFS'),
  () => assert.equal(querystring.unescapeBuffer(escaped).length, 300_000),
  () => assert.equal(querystring.unescape(escaped).length, 200_000),
  () => assert.equal(querystring.parse(long, null, null, { maxKeys: 0 }).a.length, 50_000),
  () => assert.ok(querystring.stringify(values).length > 100_000),
  () => assert.ok(querystring.escape('ä'.repeat(50_000)).length === 300_000),
];

let peak = 0;
let warm;
const tenth = Math.ceil(count / 10);
for (let index = 0; index < count; index++) {
  KINDS[Math.floor(random() * KINDS.length)]();
  peak = Math.max(peak, process.memoryUsage.rss() / 2 ** 20);
  progress(index);
  if (index + 1 === tenth) {
    warm = held();
    peak = 0;
  }
}
const { left, failures } = compareHeld(warm, held());
const most = Number((peak - warm.mebibytes).toFixed(1));
if (most > MOST_BETWEEN) failures.push(`${most} MiB more between two collections`);
result({ calls: count, ...left, 'MiB more at most': most }, failures);
