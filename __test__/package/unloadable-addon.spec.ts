import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { theirs } from '../support/modules';
import { IS_WINDOWS, testButOnWindows } from '../support/portable';
import { copyPackage, PACKAGE } from '../support/program';
import { testWhere } from '../support/test-where';

const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
const LIBC = header?.glibcVersionRuntime === undefined ? 'musl' : 'gnu';
const PLATFORM = IS_WINDOWS ? 'win32-x64-gnu' : `linux-${process.arch}-${LIBC}`;
/** What the system's loader says of a file that is no addon. */
const NO_ADDON = IS_WINDOWS
  ? '(is not a valid Win32 application|Bad EXE format)[^]*'
  : '(file too short|invalid ELF header|Exec format error)';

interface Installation {
  readonly modules: string;
  /** What a first spawn throws, where the addon has to start it. */
  readonly thrown: (before?: string) => string;
  /** What a program prints in the environment of this process. */
  readonly output: (program: string) => { stdout: string; stderr: string };
}

/** An installation of the main package alone. */
function installation(t: ExecutionContext): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-unloadable-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'rt-std'), { recursive: true });
  copyPackage(join(modules, 'rt-std'));
  const program = `
    try { require('rt-std/child_process').spawn('true'); } catch ({ code, cause, message }) {
      console.log(code, cause.code, message);
    }`;
  const run = (text: string, backend: string | undefined) => {
    const env = { ...process.env, RT_STD_BACKEND: backend };
    return theirs.spawnSync(process.execPath, ['-e', text], { cwd: folder, env, encoding: 'utf8' });
  };
  const thrown = (before = '') => run(before + program, 'native').stdout;
  return { modules, thrown, output: (text) => run(text, undefined) };
}

/** Installs an addon that cannot be loaded. */
function damage(modules: string, platform = PLATFORM): void {
  const folder = join(modules, `rt-std-${platform}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ main: 'addon.node' }));
  writeFileSync(join(folder, 'addon.node'), 'no ELF');
}

/** Uses everything twice, and says by what. */
const USES_ALL = `
  const childProcess = require('rt-std/child_process');
  const { backend } = require('rt-std/backend');
  const { parse } = require('rt-std/querystring');
  (async () => {
    const results = [];
    for (let round = 0; round < 2; round++) {
      results.push(childProcess.execFileSync('echo', ['sync'], { encoding: 'utf8' }).trim());
      results.push(await new Promise((resolve) => childProcess.exec('echo exec', (error, text) => resolve(text.trim()))));
      results.push(await new Promise((resolve) => childProcess.spawn('true').on('close', resolve)));
    }
    console.log(results.join(' '), JSON.stringify(parse('a=%20')), backend.child_process, backend.querystring);
  })();`;
const ALL_USED = 'sync exec 0 sync exec 0 {"a":" "} node wasm\n';

/** On Windows Node's module is what is chosen, so that there is nothing to warn of. */
function warnsOfNothing(t: ExecutionContext, stderr: string): boolean {
  if (IS_WINDOWS) t.is(stderr, '');
  return IS_WINDOWS;
}

const withAddon = testWhere(process.platform === 'linux' || IS_WINDOWS, 'there is no addon for this system');

withAddon('where the package with the addon is missing, the error says so and what to install', (t) => {
  const { thrown } = installation(t);
  t.regex(
    thrown(),
    new RegExp(
      `^ERR_DLOPEN_FAILED MODULE_NOT_FOUND The native addon of rt-std for ${PLATFORM} is not installed: .*npm install rt-std-${PLATFORM}$`,
      'm',
    ),
  );
});

withAddon('where the addon is damaged, the error says so, with what the loader says', (t) => {
  const { modules, thrown } = installation(t);
  damage(modules);
  t.regex(
    thrown(),
    new RegExp(
      `^ERR_DLOPEN_FAILED ERR_DLOPEN_FAILED The native addon of rt-std in the package rt-std-${PLATFORM} is there and cannot be loaded: .*${NO_ADDON}.*remove its folder .*npm install rt-std-${PLATFORM}$`,
      'm',
    ),
  );
});

withAddon('a message of the loader that ends in a full stop gets no second one', (t) => {
  const { modules, thrown } = installation(t);
  damage(modules);
  const message = "Module did not self-register: 'addon.node'.";
  const text = thrown(`process.dlopen = () => { throw new Error(${JSON.stringify(message)}); };`);
  t.true(text.includes(`cannot be loaded: ${message} Where it is damaged`), text);
});

withAddon('where the package is there without the addon, the error does not say that it is not installed', (t) => {
  const { modules, thrown } = installation(t);
  damage(modules);
  rmSync(join(modules, `rt-std-${PLATFORM}`, 'addon.node'));
  t.regex(
    thrown(),
    /^ERR_DLOPEN_FAILED MODULE_NOT_FOUND The native addon .* is there and cannot be loaded: .*remove its/m,
  );
});

testButOnWindows(
  'where only the addon for another C library is there, the error says which one is not installed',
  'there is one C library there',
  (t) => {
    const { modules, thrown } = installation(t);
    damage(modules, `linux-${process.arch}-${LIBC === 'musl' ? 'gnu' : 'musl'}`);
    t.regex(
      thrown(),
      new RegExp(
        `^ERR_DLOPEN_FAILED MODULE_NOT_FOUND The native addon of rt-std for ${PLATFORM} is not installed: .*npm install rt-std-${PLATFORM}$`,
        'm',
      ),
    );
  },
);

testButOnWindows(
  'where the addons for both C libraries are there, and musl too, that for musl is tried first',
  'there is one C library there',
  (t) => {
    const { modules, output } = installation(t);
    for (const library of ['gnu', 'musl']) {
      const platform = `linux-${process.arch}-${library}`;
      damage(modules, platform);
      writeFileSync(join(modules, `rt-std-${platform}`, `rt-std.${platform}.node`), 'no ELF');
    }
    const triedIn = (loaders: string): string =>
      output(`
        const fs = require('node:fs');
        const { existsSync } = fs;
        // As this function is everywhere, but for the loader of musl.
        fs.existsSync = (file) => (/ld-musl/.test(file) ? ${loaders} : existsSync(file));
        process.dlopen = (module, file) => {
          console.log(/rt-std-linux-\\w+-(\\w+)/.exec(file)[1]);
          throw new Error('not opened');
        };
        require('rt-std/child_process').execFileSync('true');`).stdout;
    t.is(triedIn('true'), 'musl\ngnu\n');
    t.is(triedIn('false'), 'gnu\nmusl\n');
  },
);

withAddon(
  'where the addon is missing, Node’s module takes its place, with one warning that says what to install',
  (t) => {
    const { stdout, stderr } = installation(t).output(USES_ALL);
    t.is(stdout, ALL_USED);
    if (warnsOfNothing(t, stderr)) return;
    t.is(stderr.match(/BackendWarning/g)?.length, 1, stderr);
    t.regex(
      stderr,
      new RegExp(`\\[RT_STD_BACKEND\\] BackendWarning: .* is not installed: .*npm install rt-std-${PLATFORM}$`, 'm'),
    );
  },
);

withAddon('where the addon is damaged, the warning says so, with what the loader says', (t) => {
  const { modules, output } = installation(t);
  damage(modules);
  const { stdout, stderr } = output(USES_ALL);
  t.is(stdout, ALL_USED);
  if (warnsOfNothing(t, stderr)) return;
  t.is(stderr.match(/BackendWarning/g)?.length, 1, stderr);
  t.regex(stderr, new RegExp(`rt-std-${PLATFORM} is there and cannot be loaded: .*${NO_ADDON}`));
});

testButOnWindows(
  'where the addon is cut short, the warning says so: the system’s loader would end the process',
  'the loader there has a look of its own',
  (t) => {
    const { modules, output } = installation(t);
    const name = `rt-std.${PLATFORM}.node`;
    const whole = join(PACKAGE, 'npm', PLATFORM, name);
    const { size } = statSync(whole);
    damage(modules);
    const file = join(modules, `rt-std-${PLATFORM}`, name);
    for (const left of [1, 63, 64, 600_000, size - 1]) {
      copyFileSync(whole, file);
      truncateSync(file, left);
      const { stdout, stderr } = output(USES_ALL);
      t.is(stdout, ALL_USED, `${left} bytes`);
      t.is(stderr.match(/BackendWarning/g)?.length, 1, stderr);
      const why = left < 64 ? NO_ADDON : `${name} has ${left} of ${size} bytes`;
      t.regex(stderr, new RegExp(`rt-std-${PLATFORM} is there and cannot be loaded: .*${why}`));
    }
  },
);

withAddon('the override warns once too, and replaces both modules', (t) => {
  const program = `
    const { isOverridden } = require('rt-std/override');
    const { execSync } = require('node:child_process');
    console.log(String(execSync('echo ran')).trim(), isOverridden(), 'forceKillAfterDelay' in {}, require('node:querystring').parse('a=1').a);`;
  const { stdout, stderr } = installation(t).output(program);
  t.is(stdout, 'ran true false 1\n');
  if (warnsOfNothing(t, stderr)) return;
  t.is(stderr.match(/Warning:/g)?.length, 1, stderr);
});

withAddon('on a platform without an addon, the error says so and names those that have one', (t) => {
  const { thrown } = installation(t);
  t.regex(
    thrown(`Object.defineProperty(process, 'arch', { value: 'ppc64' });`),
    new RegExp(
      `^ERR_DLOPEN_FAILED MODULE_NOT_FOUND rt-std has no native addon for ${PLATFORM.replace(process.arch, 'ppc64')}\\. There are addons for linux-x64-gnu, `,
      'm',
    ),
  );
});
