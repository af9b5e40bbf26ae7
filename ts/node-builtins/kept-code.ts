/**
 * A bundle of its own (`scripts/build/bundle-table.mjs`): only the first processes with a version
 * of Node need it.
 */
import { Buffer } from 'node:buffer';
import { dirname } from 'node:path';
import type { Script } from 'node:vm';
import { environment } from '../kept-process';
import { process, sharedByCopies } from '../main-realm';
import { processState } from '../process-state';
import { isCodeForFew } from './code-options';
import { accessSync, mkdirSync, renameSync, rmSync, statSync, WRITABLE, writeFileSync } from './kept-file-functions';
import { inWorker } from './loaded';
import type { KeptCode } from './uses';

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
  const scripts = scriptsToKeep();
  scripts[scripts.length] = { file, script };
}

/**
 * Whether later processes can use the code of this one. Where coverage is measured, V8 puts
 * counters into it; with some options it compiles otherwise.
 */
function mayWrite(): boolean {
  return !environment.NODE_V8_COVERAGE && !inWorker() && !isCodeForFew();
}

/** To be found out at once: a process that cannot write need not do the work at its end. */
function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, WRITABLE);
    return true;
  } catch {
    return false;
  }
}

/** What this process keeps when it ends, and where. */
function scriptsToKeep(): { readonly file: string; readonly script: Script }[] {
  return sharedByCopies('list of scripts to keep', () => {
    const scripts: { file: string; script: Script }[] = [];
    process.once('exit', () => {
      // By index: the program may have replaced how lists are gone through.
      for (let index = 0; index < scripts.length; index++) {
        const { file, script } = scripts[index] as (typeof scripts)[number];
        try {
          write(file, script.createCachedData(), processState.uses ?? 0);
        } catch {}
      }
    });
    return scripts;
  });
}

/**
 * Writes what V8 has made of scripts again, where this process has used what none has used that
 * kept it. To be called when this process ends.
 */
function keepMore(all: readonly KeptCode[]): void {
  if (!mayWrite()) return;
  const { uses = 0 } = processState;
  for (const kept of all) {
    if ((uses & ~kept.uses) === 0) continue;
    try {
      accessSync(kept.file, WRITABLE);
      // In the meantime, another process may have written it.
      if (statSync(kept.file).size !== kept.size) continue;
      const code = kept.script.createCachedData();
      // V8 drops the code of functions that were not called for long.
      if (2 * code.length < kept.size - 1) continue;
      write(kept.file, code, kept.uses | uses);
    } catch {}
  }
}

/** Other processes read the whole file or none. */
function write(file: string, code: Buffer, uses: number): void {
  const temporary = `${file}.${process.pid}`;
  try {
    // Twice, so that a reader finds damage.
    writeFileSync(temporary, Buffer.concat([code, code, Buffer.of(uses)]));
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { keepCode, keepMore };
