// Runs programs, one after the other, with the module that `node:child_process` is here: Node's
// own, or ours under the override. Requests come on descriptor 3, a JSON text a line: `{ id, seed |
// program, patience }`; the answers go there, too.
'use strict';
const childProcess = require('node:child_process');
const { once } = require('node:events');
const { Socket } = require('node:net');
const { createInterface } = require('node:readline');
const { Interpreter } = require('./interpreter.cjs');

const requests = new Socket({ fd: 3 });
let current;

process.on('uncaughtException', (error) => current?.onUncaught(error));
process.on('warning', () => {});

/** What is loaded late is loaded before a program replaces anything. */
async function warmUp() {
  for (const serialization of ['json', 'advanced']) {
    const child = childProcess.spawn('cat <&3 >&3', {
      shell: true,
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      serialization,
    });
    child.send({ a: new Date(0) });
    await once(child, 'message');
    child.kill();
    await once(child, 'exit');
  }
  childProcess.spawnSync('no-such-program');
  await new Promise((resolve) => childProcess.exec('exit 1', resolve));
}

async function main() {
  const { randomProgram } = await import('./random-program.mjs');
  await warmUp();
  requests.write('{}\n');
  for await (const line of createInterface({ input: requests })) {
    const { id, seed, program = randomProgram(seed), patience } = JSON.parse(line);
    current = new Interpreter(program, childProcess, patience);
    // What the interpreter itself does wrong ends this process, which the other side reports.
    const lanes = await current.run().catch((error) => {
      console.error(error);
      process.exit(1);
    });
    requests.write(`${JSON.stringify({ id, lanes })}\n`);
  }
  process.exit();
}
main();
