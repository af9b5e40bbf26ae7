import type { NativeAddon } from '../../binding';
import { arraySlice, isInteger } from '../../realm/primordials';
import type { SpawnRequest, SynchronousOptions, SynchronousOutcome } from '../backend-types';
import { numbersOf, textOf } from './spawn-exchange';

/** Where what the process used begins in the numbers of an outcome. */
const USAGE = 7;
const USAGE_LENGTH = 10;

/**
 * The limits of a run, and its outcome in their place: as members of an object each number would
 * take several calls of Node-API. Kept, since nothing else runs between writing and reading.
 */
let figures: Float64Array | undefined;

/** Has the addon run a process from start to end. */
export function runProcess(addon: NativeAddon, request: SpawnRequest, options: SynchronousOptions): SynchronousOutcome {
  figures ??= new Float64Array(USAGE + USAGE_LENGTH);
  figures[0] = options.timeout;
  figures[1] = options.maxBuffer;
  figures[2] = options.killSignal;
  figures[3] = options.killAfter;
  figures[4] = options.closeGrace;
  const output = addon.spawnSynchronously(textOf(request), numbersOf(addon, request), figures, options.input);
  const status = figures[2] as number;
  return {
    error: figures[0] as number,
    pid: figures[1] as number,
    status: isInteger(status) ? status : undefined,
    signal: figures[3] as number,
    output: output ?? undefined,
    failedStep: figures[4] as number,
    forceKilled: figures[5] === 1,
    isCut: figures[6] === 1,
    byNode: undefined,
    usage: isInteger(figures[USAGE] as number) ? arraySlice(figures as unknown as readonly number[], USAGE) : undefined,
  };
}
