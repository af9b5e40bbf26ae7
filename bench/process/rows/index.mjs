import { collectedRows } from './collected.mjs';
import { outputRows } from './output.mjs';
import { spawnRows } from './spawn.mjs';
import { synchronousRows } from './synchronous.mjs';

/**
 * A row of the benchmark.
 *
 * @typedef {object} Row
 * @property {string} title what is measured
 * @property {number} repetitions how often, when nobody says otherwise
 * @property {(childProcess: typeof import('node:child_process')) => Record<string, number> |
 * Promise<Record<string, number>>} measure does it once and gives milliseconds by what they were
 * taken for; throws when the result is not what it must be
 * @property {Record<string, number>} [bars] how many times faster than the running Node's module
 * rt-std is to be, by what was measured
 * @property {number} [warmUp] rounds that don't count, before the others; 1 by default
 * @property {number} [gibibytes] memory that the parent holds; 0 by default
 * @property {number} [descriptors] files that the parent has open, or as many as its limit allows;
 * 0 by default
 * @property {number} [children] children of the parent that live meanwhile; 0 by default
 * @property {boolean} [hasLeastCost] whether `least_cost.rs` can do it without a runtime
 * @property {boolean} [isHeavy] too much for the machine to do for each runtime: only the running
 * Node's module and ours are measured
 * @property {{ amount: number, unit: string }} [work] what was done in the measured time, where a
 * rate says more than a time
 */

/** @type {ReadonlyMap<string, Row>} */
export const rows = new Map([...spawnRows, ...synchronousRows, ...collectedRows, ...outputRows]);
