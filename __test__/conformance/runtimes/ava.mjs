// AVA's command in Bun and Deno, which run it but for one call: at the end it writes coverage, and
// they have none to write.
import v8 from 'node:v8';

v8.takeCoverage = () => {};
await import('../../../node_modules/ava/entrypoints/cli.mjs');
