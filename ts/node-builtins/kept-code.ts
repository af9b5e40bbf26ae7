/**
 * A bundle of its own (`scripts/build/bundle-table.mjs`): only the first process with a version of
 * Node needs it.
 */
import { Buffer } from 'node:buffer';
import { accessSync, constants, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Script } from 'node:vm';
import { process, sharedByCopies } from '../main-realm';
import { inWorker } from './loaded';

/**
 * Writes what V8 has made of a script to a file, for later processes. That is done when this
 * process ends: then the functions that were in use are part of it. A folder that cannot be written
 * is no error.
 *
 * @param script - the script
 * @param file - where to write it
 */
function keepCode(script: Script, file: string): void {
  if (inWorker() || !isWritable(dirname(file))) return;
  scriptsToKeep()[file] = script;
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
      for (const [file, script] of Object.entries(scripts)) write(file, script);
    });
    return scripts;
  });
}

/** Other processes read the whole file or none. */
function write(file: string, script: Script): void {
  const temporary = `${file}.${process.pid}`;
  try {
    const code = script.createCachedData();
    // Twice, so that a reader finds damage.
    writeFileSync(temporary, Buffer.concat([code, code]));
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { keepCode };
