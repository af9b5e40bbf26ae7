// Asks one question of one contestant and prints the answer: `probe.mjs QUESTION MODULE NODE`.
// Runs in each runtime.
import { once } from 'node:events';
import process from 'node:process';
import { questions } from './questions.mjs';

const [question, module, node] = process.argv.slice(2);
const loaded = await import(module);

const plain = {
  spawn: loaded.spawn,
  failure: async (child) => (await once(child, 'error'))[0],
};
/** Its children are promises, too; here only their errors are asked for. */
const execa = {
  spawn(file, args, options) {
    const child = loaded.execa(file, args, { ...options, reject: false, buffer: false });
    return child;
  },
  failure: async (child) => child,
};

const answer = await questions[question].ask(loaded.execa ? execa : plain, node);
console.log(answer ? 'yes' : 'no');
process.exit(0);
