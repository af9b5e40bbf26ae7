import { spawnSync } from 'node:child_process';

const [pnpm] = process.argv.slice(2);

// Which package comes first is chance: the lines are compared in the order of the alphabet.
function run(...args) {
  const env = {
    ...process.env,
    npm_config_manage_package_manager_versions: 'false',
    npm_config_verify_deps_before_run: 'false',
  };
  const { status, stdout } = spawnSync(process.execPath, [pnpm, ...args], { encoding: 'utf8', env });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { status, lines: lines.sort() };
}

console.log(
  JSON.stringify({
    arguments: run('--silent', 'run', 'arguments', 'a b', '$HOME'),
    recursive: run('--recursive', 'run', 'greet'),
    failing: run('--silent', 'run', 'failing'),
    exec: run('exec', 'node', '-p', 'JSON.stringify(process.argv.slice(1))', 'x y'),
    recursiveExec: run(
      '--recursive',
      '--reporter-hide-prefix',
      '--filter',
      './packages/*',
      'exec',
      'node',
      '-p',
      'path.basename(process.cwd())',
    ),
  }),
);
