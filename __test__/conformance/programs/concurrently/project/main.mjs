import { spawnSync } from 'node:child_process';

const [concurrently] = process.argv.slice(2);

// Which command writes first is chance: the lines are compared in the order of the alphabet. So is
// whether the signal ends a command's shell, or its program before it.
function run(args, env = {}) {
  const options = { encoding: 'utf8', env: { ...process.env, ...env } };
  const { status, stdout } = spawnSync(process.execPath, [concurrently, ...args], options);
  const lines = stdout.split('\n').filter((line) => !/^(\[\d\] Terminated)?\s*$/.test(line));
  return { status, lines: lines.map((line) => line.replace(/ code 143$/, ' code SIGTERM')).sort() };
}

console.log(
  JSON.stringify({
    named: run(['--names', 'one,two,wait', 'node one.cjs', 'node two.cjs', 'echo third']),
    killed: run(['--kill-others-on-fail', 'node endless.cjs', 'node end.cjs 3'], { WAIT: '1' }),
    restarted: run(['--restart-tries', '1', 'node end.cjs 3']),
    first: run(['--success', 'first', '--kill-others', 'node end.cjs 0', 'node endless.cjs'], { WAIT: '1' }),
  }),
);
