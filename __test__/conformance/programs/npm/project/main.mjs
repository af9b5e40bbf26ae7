// Starts npm for one script after the other, as a person would, and prints the result of each.
import { spawnSync } from 'node:child_process';

const [npm] = process.argv.slice(2);

function run(...args) {
  const { status, signal, stdout } = spawnSync(process.execPath, [npm, ...args], { encoding: 'utf8' });
  return { status, signal, lines: stdout.split('\n').filter((line) => line !== '') };
}

const script = (name, ...more) => run('run', '--silent', name, ...more);

console.log(
  JSON.stringify({
    build: script('build'),
    arguments: script('arguments', '--', 'a b', '$HOME', '--flag'),
    workspaces: script('greet', '--workspaces'),
    failing: script('failing'),
    killed: script('killed'),
    exec: run('exec', '--silent', '--', 'node', '-p', 'JSON.stringify(process.argv.slice(1))', 'x y'),
    missing: script('no-such-script'),
    nested: script('nested'),
  }),
);
