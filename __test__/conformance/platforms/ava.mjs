// AVA's command in this machine's Node, with its workers in another, whose path is the first
// argument: in an emulator the command itself would take seconds for each file.
const [workersNode] = process.argv.splice(2, 1);
process.execPath = workersNode;
await import('../../../node_modules/ava/entrypoints/cli.mjs');
