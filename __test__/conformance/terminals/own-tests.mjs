import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { anyStatus, run } from '../../../scripts/run/command.mjs';
import { toolEnvironment } from '../../../scripts/run/environment.mjs';
import { root } from '../../../scripts/run/project.mjs';

const limit = 120_000;
const files = ['unixTerminal.test.js', 'terminal.test.js'];

/**
 * What takes the place of node-pty's files: each is one line.
 *
 * @type {Record<string, string>}
 */
const ours = {
  'index.js': `module.exports = require(${JSON.stringify(join(root, 'dist', 'pty', 'index.js'))});\n`,
  'unixTerminal.js': "exports.UnixTerminal = require('./index').spawn;\n",
};

// One test counts the processes of the whole machine, where others start and end meanwhile.
const countOwnChildren = {
  'ps.cjs': 'process.env.TESTS_PID = process.pid;\n',
  ps: `#!/bin/sh\nPATH=\${PATH#*:} exec ps --ppid "$TESTS_PID" -o args\n`,
};

/**
 * Runs node-pty's own tests for Unix, which its package has, with node-pty or with `rt-std/pty`.
 *
 * @param {'node-pty' | 'rt-std/pty'} module
 * @param {{ nodePty: string, tools: string }} installed the folders that hold `node_modules`
 * @returns {Promise<Map<string, string | undefined>>} by the title of each test, why it has failed
 */
export async function runOwnTests(module, { nodePty, tools }) {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-own-tests-'));
  try {
    const source = join(nodePty, 'node_modules', 'node-pty');
    cpSync(join(source, 'lib'), join(folder, 'lib'), { recursive: true });
    // The native part is found beside it.
    symlinkSync(join(source, 'build'), join(folder, 'build'));
    write(join(folder, 'fixtures'), { 'utf8-character.txt': 'æ' });
    write(join(folder, 'bin'), countOwnChildren);
    chmodSync(join(folder, 'bin', 'ps'), 0o755);
    if (module === 'rt-std/pty') write(join(folder, 'lib'), ours);
    const report = join(folder, 'report.json');
    const mocha = join(tools, 'node_modules', 'mocha', 'bin', 'mocha.js');
    const args = ['--no-config', '--exit', '--timeout', '5000', '--require', join(folder, 'bin', 'ps.cjs')];
    args.push('--reporter', 'json', '--reporter-option', `output=${report}`);
    const paths = [join(folder, 'bin'), dirname(process.execPath), process.env.PATH ?? ''];
    await run(
      `node-pty's tests with ${module}`,
      process.execPath,
      [mocha, ...args, ...files.map((name) => `lib/${name}`)],
      {
        cwd: folder,
        env: toolEnvironment({ extra: { NODE_ENV: 'test', PATH: paths.join(delimiter) } }),
        limit,
        accept: anyStatus,
      },
    );
    const { tests } = JSON.parse(readFileSync(report, 'utf8'));
    return new Map(tests.map(({ fullTitle, err }) => [fullTitle, err.message]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder, contents) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text);
}
