// Runs a script in Vercel's edge-runtime and prints its answer:
// <script> <edge-runtime's file> <order> [WebAssembly file]
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

const [, , script, edgeRuntime, order, file] = argv;
const { EdgeRuntime } = await import(pathToFileURL(edgeRuntime).href);
// Vercel compiles what `?module` imports before it starts the runtime.
const compiledCodec = file && new WebAssembly.Module(readFileSync(file));
const runtime = new EdgeRuntime({ extend: (context) => Object.assign(context, { compiledCodec }) });
runtime.evaluate(readFileSync(script, 'utf8'));
console.log(await runtime.context.runSpecs(order));
