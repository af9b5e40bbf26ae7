import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import spawn from 'cross-spawn';

async function run(program, args, act = () => {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  act(child);
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, signal, output: output.trim() };
}

async function failure(program, args) {
  const [{ code, syscall, path, spawnargs }] = await once(spawn(program, args), 'error');
  return { error: code, syscall, path, spawnargs };
}

const show = 'JSON.stringify(process.argv.slice(1))';
const version = await run('node', ['--version']);
const synchronous = spawn.sync('tr', ['a-z', 'A-Z'], { input: 'input', encoding: 'utf8' });
const missing = spawn.sync('no-such-program', []);

console.log(
  JSON.stringify({
    arguments: await run(process.execPath, ['-p', show, 'a b', '"quoted"', '*']),
    shebang: await run('./shebang.cjs', []),
    ofPath: { ...version, output: version.output === process.version ? 'v' : version.output },
    missing: await failure('no-such-program', ['x']),
    killed: await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], (child) =>
      child.once('spawn', () => child.kill()),
    ),
    synchronous: { status: synchronous.status, output: synchronous.stdout },
    missingSynchronously: { status: missing.status, error: missing.error.code },
  }),
);
