// Each child calls another function, and gets an environment without the variables of
// coverage.
const { execFileSync, fork, spawn, spawnSync } = require('node:child_process');

const node = process.execPath;
const env = { PATH: process.env.PATH };
spawnSync(node, ['call.cjs', 'first'], { env });
execFileSync(node, ['call.cjs', 'second'], { env });
spawn(node, ['call.cjs', 'third'], { env, stdio: 'inherit' });
fork('call.cjs', ['fourth'], { env });
// A child of a child.
spawn(node, ['-e', `require('child_process').spawnSync(process.execPath, ['call.cjs', 'fifth'], { env: {} })`], {
  env,
});
