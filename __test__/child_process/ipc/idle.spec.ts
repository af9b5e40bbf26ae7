import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { fixture, PACKAGE } from '../../support/program';
import { IS_NODE } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';
import { MODULE_NAMES } from './both-modules';

const run = promisify(execFile);

/**
 * Opens so many channels, to programs that send back what they get and one to a child with our end;
 * sends on all of them, and counts what happens in the second that begins when all has been
 * answered and a pause is over: context switches of all threads of this process and of the child,
 * and turns of the event loop.
 */
const program = (channels: number, serialization: string) => `
const { fork, spawn } = require('${MODULE_NAMES.ours}');
const { readdirSync, readFileSync } = require('node:fs');
const { performance } = require('node:perf_hooks');
const serialization = '${serialization}';
const ours = fork(${JSON.stringify(fixture('ipc-echo.js'))}, { serialization, execArgv: ['--require', 'rt-std/override'] });
const children = [ours];
while (children.length < ${channels})
  children.push(spawn('sh', ['-c', 'exec cat <&3 >&3'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization }));
let open = children.length;
for (const child of children) {
  let received = 0;
  const send = () => { for (let index = 0; index < 5; index++) child.send({ index, text: 'short' }); };
  child.on('message', () => {
    received += 1;
    if (received < 100 && received % 5 === 0) send();
    if (received === 100 && --open === 0) setTimeout(count, 500);
  });
  send();
}
function switches(pid) {
  const of = (thread) => {
    const status = readFileSync(\`/proc/\${pid}/task/\${thread}/status\`, 'utf8');
    return Number(/^voluntary_ctxt_switches:\\s*(\\d+)/m.exec(status)[1]);
  };
  return readdirSync(\`/proc/\${pid}/task\`).reduce((sum, thread) => sum + of(thread), 0);
}
const now = () => [switches(process.pid), switches(ours.pid), performance.nodeTiming.uvMetricsInfo?.loopCount ?? 0];
function count() {
  const before = now();
  setTimeout(() => {
    console.log(JSON.stringify(now().map((value, index) => value - before[index])));
    process.exit();
  }, 1000);
}
`;

/** In a second, a thread that looks every two milliseconds would do so five hundred times. */
const FEW = 25;

const declare = testWhere(IS_NODE && process.platform === 'linux', 'it needs Node on Linux', test.serial);

for (const serialization of ['json', 'advanced']) {
  for (const channels of [1, 200]) {
    declare(`after traffic has stopped, ${channels} channels wake nothing up: ${serialization}`, async (t) => {
      const { stdout } = await run(process.execPath, ['-e', program(channels, serialization)], { cwd: PACKAGE });
      const [own, child, turns] = JSON.parse(stdout) as [number, number, number];
      t.true(own < FEW && child < FEW && turns < FEW, stdout);
    });
  }
}
