import { execFileSync, spawn as spawnByNode } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Sends hostile frames to one process.
 *
 * @param {{ format: 'json' | 'advanced', victim: 'parent' | 'child', frames: number, seed: number,
 *   descriptors?: boolean }} plan `descriptors`: rogue ones are sent with them
 * @returns {Promise<{ held: boolean, end: string | number, seconds: number }>}
 */
export async function sendHostileFrames({ format, victim, frames, seed, descriptors = false }) {
  const start = performance.now();
  const folder = descriptors ? mkdtempSync(join(tmpdir(), 'rt-std-hostile-')) : undefined;
  try {
    const relay = folder === undefined ? [] : [join(folder, 'rogue-descriptors')];
    if (folder !== undefined) execFileSync('cc', ['-O1', '-o', relay[0], path('rogue-descriptors.c')]);
    const args = [path('hostile-victim.cjs'), victim, format, frames, seed, ...relay];
    const child = spawnByNode(process.execPath, args.map(String), { stdio: ['ignore', 'inherit', 'inherit'] });
    const [code, signal] = await once(child, 'exit');
    return { held: code === 0, end: code ?? signal, seconds: (performance.now() - start) / 1000 };
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  }
}
