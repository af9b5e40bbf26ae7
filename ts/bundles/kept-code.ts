/**
 * A bundle of its own (`scripts/build/bundle-table.mjs`): only the first processes with a version
 * of Node need it.
 */
import { Buffer } from 'node:buffer';
import type { WriteFileOptions } from 'node:fs';
import { dirname } from 'node:path';
import { environment } from '../kept-process';
import {
  accessSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  WRITABLE,
  writeFileSync,
} from '../node-builtins/kept-file-functions';
import { inWorker } from '../node-builtins/loaded';
import { processState } from '../process-state';
import { process, sharedByCopies } from '../realm/main-realm';
import { isCodeForFew } from './code-options';
import type { KeptCode, Made } from './uses';

/**
 * Writes what V8 has made of a bundle to a file, for later processes. That is done when this
 * process ends: then the functions that were in use are part of it. A folder that cannot be written
 * is no error.
 */
function keepCode(made: Made): void {
  if (!mayWrite() || !isOwner(made) || !isWritable(dirname(made.file))) return;
  const list = scriptsToKeep();
  list[list.length] = made;
}

/**
 * Whether later processes can use the code of this one. Where coverage is measured, V8 puts
 * counters into it; with some options it compiles otherwise.
 */
function mayWrite(): boolean {
  return !environment.NODE_V8_COVERAGE && !inWorker() && !isCodeForFew();
}

/**
 * Whether this process has the user whose package it is. What root leaves in the package of another
 * user, as in a container that has mounted it, that user could not remove; and what another member
 * of its group leaves there nobody would use.
 */
function isOwner({ file }: Made): boolean {
  // Not on Windows.
  const user = process.geteuid?.();
  return user === undefined || statSync(dirname(dirname(file))).uid === user;
}

/** To be found out at once: a process that cannot write need not do the work at its end. */
function isWritable(folder: string): boolean {
  try {
    // Whatever the umask is: what is here is run by other users' processes, too.
    if (mkdirSync(folder, { recursive: true, mode: 0o755 }) !== undefined) chmodSync(folder, 0o755);
    accessSync(folder, WRITABLE);
    return true;
  } catch {
    return false;
  }
}

/** What this process keeps when it ends, and where. */
function scriptsToKeep(): Made[] {
  return sharedByCopies('list of scripts to keep', () => {
    const scripts: Made[] = [];
    process.once('exit', () => {
      // By index: the program may have replaced how lists are gone through.
      for (let index = 0; index < scripts.length; index++) {
        const made = scripts[index] as Made;
        try {
          write(made, made.script.createCachedData(), processState.uses ?? 0);
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
      if (!isOwner(kept)) continue;
      accessSync(kept.file, WRITABLE);
      // In the meantime, another process may have written it.
      if (statSync(kept.file).size !== kept.size) continue;
      const code = kept.script.createCachedData();
      // V8 drops the code of functions that were not called for long.
      if (2 * code.length < kept.size - kept.text.length - 1) continue;
      write(kept, code, kept.uses | uses);
    } catch {}
  }
}

/** Other processes read the whole file or none. */
function write({ file, text }: Made, code: Buffer, uses: number): void {
  const temporary = `${file}.${process.pid}`;
  try {
    // Code twice, so that a reader finds damage.
    const bytes = Buffer.concat([Buffer.from(text, 'latin1'), code, code, Buffer.of(uses)]);
    writeFileSync(temporary, bytes, { __proto__: null, flag: 'wx', mode: 0o644 } as WriteFileOptions);
    chmodSync(temporary, 0o644);
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

// As one value, for the reason that `child_process/channels.ts` has.
export = { keepCode, keepMore };
