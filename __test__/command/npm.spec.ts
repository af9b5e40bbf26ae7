import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { theirs } from '../support/modules';
import { PACKAGE, ProgramFolder } from '../support/program';
import { testWhere } from '../support/test-where';

const RT = join(PACKAGE, 'dist', 'command', 'rt.js');

/** The cli of the npm on this machine. */
function npmCli(): string {
  const folder = theirs.execSync('npm root --global', { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  return join(folder, 'npm', 'bin', 'npm-cli.js');
}

const cli = npmCli();
const withNpm = testWhere(existsSync(cli), 'npm\'s files are not where "npm root --global" says');

withNpm("npm's own cli runs scripts of a package under rt --override", (t) => {
  const scripts = { hello: 'echo hello from a script && node -p 1+1', fails: 'exit 3' };
  const folder = new ProgramFolder({ 'package.json': JSON.stringify({ name: 'program', version: '1.0.0', scripts }) });
  const npm = (script: string) => folder.node([RT, '--override', cli, 'run', script, '--silent']);
  const hello = npm('hello');
  t.deepEqual([hello.stdout, hello.status], ['hello from a script\n2\n', 0]);
  t.is(npm('fails').status, 3);
  folder.remove();
});
