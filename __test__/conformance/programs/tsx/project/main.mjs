import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const [tsx] = process.argv.slice(2);
writeFileSync(
  'program.ts',
  `import { fork } from 'node:child_process';
enum Answer { Right = 42 }
console.log(JSON.stringify(process.argv.slice(2)));
const child = fork('./child.ts');
child.send({ double: Answer.Right / 2 });
child.once('message', (message: number) => {
  console.log('child: ' + message);
  process.exitCode = 3;
});
`,
);
writeFileSync(
  'child.ts',
  `process.once('message', ({ double }: { double: number }) => process.send!(2 * double, () => process.disconnect()));\n`,
);
writeFileSync(
  'endless.ts',
  `process.once('SIGTERM', (signal: string) => {
  console.log('caught ' + signal);
  process.exit(143);
});
setInterval(() => {}, 1_000);
console.error('ready');
`,
);

async function run(args, act) {
  const child = spawn(process.execPath, [tsx, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (act) child.stderr.once('data', () => act(child));
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, signal, output };
}

console.log(
  JSON.stringify({
    program: await run(['program.ts', 'a b']),
    killed: await run(['endless.ts'], (child) => child.kill()),
    evaluated: await run(['--eval', 'const one: number = 1; console.log(one + 1)']),
  }),
);
