/**
 * Sends frames that no well-meant peer sends, and checks that the process which reads them goes on:
 * no crash, no hang, no exception that a program cannot catch, bounded memory, no descriptor left.
 *
 *   npm run test:hostile [-- --frames <number>] [--format json|advanced]
 *     [--victim parent|child] [--descriptors] [--seed <number>]
 *
 * By default 10,000,000 frames of each format to each victim: messages of the protocol with every
 * field of every type, values of all kinds, and in every second round bytes that are no frames,
 * after which the channel is closed and the next one opened. A round has up to 500,000 frames, of
 * which 20,000 are different. With --descriptors, sockets, pipes, files and others come with them
 * that no frame announces, one or several at once; that needs `cc`.
 */
import { parseArgs } from 'node:util';
import { sendHostileFrames } from './hostile-run.mjs';

const { values: options } = parseArgs({
  options: {
    frames: { type: 'string', default: '1e7' },
    format: { type: 'string' },
    victim: { type: 'string' },
    descriptors: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});

const { descriptors } = options;
const [frames, seed] = [Number(options.frames), Number(options.seed)];
let failed = false;
for (const format of options.format ? [options.format] : ['json', 'advanced']) {
  for (const victim of options.victim ? [options.victim] : ['parent', 'child']) {
    const { held, end, seconds } = await sendHostileFrames({ format, victim, frames, seed, descriptors });
    console.log(`${format}, ${victim}: ${held ? 'held' : `FAILED with ${end}`} in ${seconds.toFixed(1)} s`);
    failed ||= !held;
  }
}
if (failed) throw new Error(`--seed ${seed} --frames ${frames}`);
