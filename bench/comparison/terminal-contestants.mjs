import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The modules that give programs a terminal, each as the source of a function: it is evaluated in
 * the probe, in a worker and in a parent that is killed.
 *
 * @param {string} root of the clone
 * @param {string} nodePty the folder that holds `node_modules`
 * @returns {Record<string, string>}
 */
export function terminalContestants(root, nodePty) {
  const pty = (path) => `
    const { spawn } = require(${JSON.stringify(path)});
    const make = (file, args, options) => {
      const program = spawn(file, args, { encoding: null, ...options });
      return {
        pid: program.pid,
        onData: (listener) => program.onData(listener),
        ended: new Promise((settle) => program.onExit(({ exitCode, signal }) => settle({ code: exitCode, signal }))),
        write: (data) => program.write(data),
        resize: (cols, rows) => program.resize(cols, rows),
        pause: () => program.pause(),
        kill: () => program.kill('SIGKILL'),
      };
    };`;
  const option = `
    const { spawn } = require(${JSON.stringify(join(root, 'dist', 'child_process', 'index.js'))});
    const make = (file, args, options) => {
      const child = spawn(file, args, { terminal: {}, ...options });
      return {
        pid: child.pid,
        onData: (listener) => child.terminal.on('data', listener),
        ended: new Promise((settle) => {
          child.on('error', (error) => settle({ error }));
          child.on('close', (code, signal) => settle({ code, signal }));
        }),
        write: (data) => child.terminal.write(data),
        resize: (cols, rows) => child.terminal.resize(cols, rows),
        pause: () => child.terminal.pause(),
        kill: () => child.killTree('SIGKILL'),
      };
    };`;
  return {
    'the option `terminal`': option,
    '`rt-std/pty`': pty(join(root, 'dist', 'pty', 'index.js')),
    'node-pty': pty(join(nodePty, 'node_modules', 'node-pty')),
  };
}

/**
 * Whether a contestant gives a program a terminal with what is in its packages: in a copy, without
 * what was compiled where it was installed.
 */
export function loadsAsPacked(root, nodePty, source) {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-packed-'));
  try {
    for (const [from, to] of [
      [join(nodePty, 'node_modules'), 'node_modules'],
      // The packages of the platforms hold the addons as they are released.
      [join(root, 'dist'), join('rt-std', 'dist')],
      [join(root, 'npm'), join('rt-std', 'npm')],
      [join(root, 'package.json'), join('rt-std', 'package.json')],
    ]) {
      cpSync(from, join(folder, to), { recursive: true, filter: (path) => !/node-pty\/build$/.test(path) });
    }
    const copied = source
      .replaceAll(join(nodePty, 'node_modules'), join(folder, 'node_modules'))
      .replaceAll(join(root, 'dist'), join(folder, 'rt-std', 'dist'));
    const script = `${copied} make('sh', ['-c', 'test -t 0']).ended.then(({ code }) => process.exit(code));`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    console.error(stderr);
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
