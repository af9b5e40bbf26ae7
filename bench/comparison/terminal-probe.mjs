// Asks one question of one module for terminals and prints the answer: `terminal-probe.mjs QUESTION
// CONTESTANT ROOT NODE-PTY`.
import { createRequire } from 'node:module';
import { loadsAsPacked, terminalContestants } from './terminal-contestants.mjs';
import { terminalQuestions } from './terminal-questions.mjs';

const [question, name, root, nodePty] = process.argv.slice(2);
const source = terminalContestants(root, nodePty)[name];
const spawn = new Function('require', `${source} return make;`)(createRequire(import.meta.url));
const contestant = { spawn, source, loadsAsPacked: async () => loadsAsPacked(root, nodePty, source) };
console.log((await terminalQuestions[question].ask(contestant)) ? 'yes' : 'no');
process.exit(0);
