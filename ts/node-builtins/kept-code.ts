/**
 * A bundle of its own (`scripts/build/bundle-table.mjs`): only the first processes with a version
 * of Node need it.
 */
import { Buffer } from 'node:buffer';
import { accessSync, appendFileSync, constants, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Script } from 'node:vm';
import { process, sharedByCopies } from '../main-realm';
import { inWorker } from './loaded';
import { looksAt, type YoungCode } from './looks';

/**
 * Writes what V8 has made of a script to a file, for later processes. That is done when this
 * process ends: then the functions that were in use are part of it. A folder that cannot be written
 * is no error.
 *
 * @param script - the script
 * @param file - where to write it
 */
function keepCode(script: Script, file: string): void {
  if (!mayWrite() || !isWritable(dirname(file))) return;
  scriptsToKeep()[file] = script;
}

/** Where coverage is measured, V8 puts counters into the code, of no use to later processes. */
function mayWrite(): boolean {
  return !process.env.NODE_V8_COVERAGE && !inWorker();
}

/** To be found out at once: a process that cannot write need not do the work at its end. */
function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** By the name of the file. */
function scriptsToKeep(): Record<string, Script> {
  return sharedByCopies('scripts to keep', () => {
    const scripts: Record<string, Script> = {};
    process.once('exit', () => {
      for (const [file, script] of Object.entries(scripts)) {
        try {
          write(file, script.createCachedData(), 0);
        } catch {}
      }
    });
    return scripts;
  });
}

/** By how much the code has to have grown to be written again. */
const MORE = 1.1;

/**
 * Writes what V8 has made of scripts again, where that is considerably more than what this process
 * has read, and notes that this was looked at. To be called when this process ends.
 */
function keepMore(entries: readonly YoungCode[]): void {
  if (!mayWrite()) return;
  for (const { script, file, size } of entries) {
    try {
      accessSync(file, constants.W_OK);
      // In the meantime, another process may have looked.
      if (statSync(file).size !== size) continue;
      const looks = looksAt(size);
      const code = script.createCachedData();
      if (code.length > ((size - looks) / 2) * MORE) write(file, code, looks + 1);
      // Whatever file is there by now stays readable.
      else appendFileSync(file, Buffer.alloc(1));
    } catch {}
  }
}

/** Other processes read the whole file or none. */
function write(file: string, code: Buffer, looks: number): void {
  // A reader takes what is more than that for looks.
  if (code.length % 4 !== 0) return;
  const temporary = `${file}.${process.pid}`;
  try {
    // Twice, so that a reader finds damage.
    writeFileSync(temporary, Buffer.concat([code, code, Buffer.alloc(looks)]));
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { keepCode, keepMore };
