/**
 * Sends frames that no well-meant peer sends, and checks that the process which reads them goes on:
 * no crash, no hang, no exception that a program cannot catch, bounded memory.
 *
 * node __test__/soak/hostile.mjs [--frames <number>] [--format json|advanced] [--victim
 * parent|child] [--seed <number>]
 *
 * By default 10,000,000 frames of each format to each victim: messages of the protocol with every
 * field of every type, values of all kinds, and in every hundredth round bytes that are no frames,
 * after which the channel is closed and the next one opened.
 */
import { spawn as spawnByNode } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    frames: { type: 'string', default: '1e7' },
    format: { type: 'string' },
    victim: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
let failed = false;
for (const format of options.format ? [options.format] : ['json', 'advanced']) {
  for (const victim of options.victim ? [options.victim] : ['parent', 'child']) {
    const start = performance.now();
    const args = [path('hostile-victim.cjs'), victim, format, options.frames, options.seed];
    const child = spawnByNode(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const [code, signal] = await once(child, 'exit');
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${format}, ${victim}: ${code === 0 ? 'held' : `FAILED with ${code ?? signal}`} in ${seconds} s`);
    failed ||= code !== 0;
  }
}
if (failed) throw new Error(`--seed ${options.seed} --frames ${options.frames}`);
