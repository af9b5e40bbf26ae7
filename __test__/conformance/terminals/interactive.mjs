import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findProgram } from '../../../scripts/run/find-program.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { Pair } from './pair.mjs';
import { Screen } from './screen.mjs';

const names = ['bash', 'vim', 'less', 'top', 'python', 'read', 'ssh-keygen', 'npm-init'];

/**
 * @typedef {object} Interactive what a file in `programs` exports
 * @property {string} title
 * @property {string} file the program, which is looked up in `PATH`
 * @property {string[]} args
 * @property {string} [needs] another program
 * @property {(folder: string) => void} [prepare] writes what the program works on into its working
 *   directory
 * @property {(line: string) => string} [normalize] replaces what differs from run to run
 * @property {(pair: Pair, folders: string[]) => Promise<void>} use what a person does
 */

/**
 * Programs that draw on the screen, driven by the same keys with node-pty and with `rt-std/pty`.
 *
 * @param {{ nodePty: string, tools: string }} installed
 * @returns {AsyncIterable<import('../../../scripts/test/checks.mjs').Check>}
 */
export async function* interactivePrograms({ nodePty, tools }) {
  const xterm = createRequire(join(tools, 'package.json'))('@xterm/headless');
  const modules = [
    createRequire(join(nodePty, 'package.json'))('node-pty'),
    createRequire(import.meta.url)(join(root, 'dist', 'pty', 'index.js')),
  ];
  for (const name of names) {
    /** @type {Interactive} */
    const program = (await import(`./programs/${name}.mjs`)).default;
    yield [`the same on the screen as with node-pty: ${program.title}`, () => drive(program, modules, xterm)];
  }
}

/** The systems' own programs before others of the same name, and the Node that runs this. */
const searched = ['/usr/local/bin', '/usr/bin', '/bin', dirname(process.execPath)];

async function drive(program, modules, xterm) {
  const { file, args, needs, prepare, normalize, use } = program;
  const missing = [file, needs ?? file].find((name) => !findProgram([name], searched));
  if (missing) return { missing: `there is no ${missing}` };
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'rt-std-terminals-')));
  const screens = [];
  try {
    const folders = ['one', 'two'].map((name) => join(base, name, 'project'));
    for (const [index, cwd] of folders.entries()) {
      mkdirSync(cwd, { recursive: true });
      prepare?.(cwd);
      screens.push(new Screen(xterm, modules[index], { file, args, cwd, env: environment(cwd) }));
    }
    await use(new Pair(screens, normalize), folders);
  } finally {
    for (const screen of screens) screen.kill();
    rmSync(base, { recursive: true, force: true });
  }
}

function environment(home) {
  return { PATH: searched.join(delimiter), HOME: home, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', PS1: '> ', LESS: '' };
}
