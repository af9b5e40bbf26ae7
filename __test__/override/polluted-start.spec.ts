import { join } from 'node:path';
import { PACKAGE, ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';

/** What makes every property descriptor that is an ordinary object one that is refused. */
const NAMES = ['get', 'set'];

/**
 * Loads and uses the modules while `Object.prototype` has such a property; `polluted.spec.ts` gives
 * it one when all is loaded.
 */
const PROGRAM = `
  const [name, kind] = process.argv.slice(2);
  const value = kind === 'function' ? () => 'polluted' : 7;
  Object.defineProperty(Object.prototype, name, { __proto__: null, value, writable: true, configurable: true });
  const { fork, spawn, spawnSync } = require('child_process');
  const lines = [spawnSync(process.execPath, ['-p', '1']).status, require('querystring').parse('a=' + 'b'.repeat(300_000)).a.length];
  const child = fork('./child.cjs');
  child.on('message', (message) => lines.push(message));
  child.send({ to: 'the child' });
  child.on('close', (code) => lines.push(code));
  spawn(process.execPath, ['-p', '2']).on('close', (code) => lines.push(code)).stdout.on('data', (data) => lines.push(String(data).trim()));
  process.on('exit', () => {
    delete Object.prototype[name];
    console.log(JSON.stringify(lines.map(String).sort()));
  });
`;

for (const name of NAMES) {
  testOnNode(`the modules can be loaded while Object.prototype has a property ${name}`, (t) => {
    const folder = new ProgramFolder({
      'program.cjs': PROGRAM,
      'child.cjs': "process.once('message', (message) => process.send(message.to));",
    });
    for (const kind of ['function', 'number']) {
      const [nodes, ours] = [[], ['--require', join(PACKAGE, 'dist', 'override', 'index.js')]].map((args) => {
        const { stdout, stderr } = folder.node([...args, 'program.cjs', name, kind]);
        return `${stdout}${stderr}`;
      });
      t.true(nodes?.includes('the child'), nodes);
      t.is(ours, nodes);
    }
    folder.remove();
  });
}
