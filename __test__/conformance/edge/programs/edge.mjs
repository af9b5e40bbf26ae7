import { run } from './specs.mjs';

globalThis.runSpecs = async (order) => JSON.stringify(await run(JSON.parse(order)));
