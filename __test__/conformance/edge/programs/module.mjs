// Prints the results of the specs: <program> <order> [without-wasm]
import { argv } from 'node:process';

const [, , order, without] = argv;
if (without === 'without-wasm') delete globalThis.WebAssembly;
const { run } = await import('./specs.mjs');
console.log(JSON.stringify(await run(JSON.parse(order))));
