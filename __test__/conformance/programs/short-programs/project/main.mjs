import { execaNode } from 'execa';

/** Each kind of program, and whether its result is the right one. */
const kinds = {
  lines: async () => (await execaNode('line.cjs', ['a word'])).stdout === 'a word',
  filters: async () => (await execaNode('filter.mjs', { input: 'text' })).stdout === 'TEXT',
  messages: async () => (await execaNode('message.cjs', { ipc: true })).ipcOutput[0]?.answer === 42,
  starters: async () => (await execaNode('starter.cjs')).stdout === 'started',
};

const counts = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0]));
const waiting = Array.from({ length: 60 }, () => Object.entries(kinds)).flat();

async function worker() {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [kind, run] = next;
    if (await run()) counts[kind]++;
  }
}

await Promise.all(Array.from({ length: 4 }, worker));
console.log(JSON.stringify(counts));
