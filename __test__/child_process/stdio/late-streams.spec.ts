import test from 'ava';
import { theirs } from '../../support/modules';
import { IS_WINDOWS, testButOnWindows } from '../../support/portable';
import { fixture, PACKAGE, ProgramFolder } from '../../support/program';
import { IS_NODE } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';

const PROGRAM = fixture('late-streams/program.js');

function run(specifier: string, disabled: string, scenario: string): Promise<string[]> {
  const { PATH, RT_STD_BACKEND } = process.env;
  const env = { PATH, RT_STD_BACKEND, RT_STD_DISABLE: disabled };
  return new Promise((resolve) => {
    const args = ['--no-warnings', PROGRAM, specifier, scenario];
    theirs.execFile(process.execPath, args, { cwd: PACKAGE, env, maxBuffer: Infinity }, (error, stdout, stderr) => {
      resolve(`${stdout}${stderr}${error?.signal ?? ''}`.trim().split('\n'));
    });
  });
}

const names = theirs.execFileSync(process.execPath, [PROGRAM, 'node:child_process', '--names'], { encoding: 'utf8' });
/** Why a test of late streams does not run on Windows. */
const MADE_AT_ONCE = 'streams are made at once there';
/** Node's own children do not end then, nor do ours where its module starts them. */
const NOT_WITH_NODE = 'patched built-ins';
const IS_BY_NODE = IS_WINDOWS && process.env.RT_STD_BACKEND !== 'native';

for (const name of names.trim().split('\n')) {
  if (IS_BY_NODE && name === NOT_WITH_NODE) continue;
  test.serial(
    `a program sees the same of streams that are made when they are used, of ones that are made at once, and of Node’s: ${name}`,
    async (t) => {
      t.timeout(300_000);
      const late = await run('rt-std/child_process', '', name);
      t.regex(late.join('\n'), /^\[|^'left out/);
      t.deepEqual(late, await run('rt-std/child_process', 'late-streams', name), 'the plain way');
      if (IS_NODE && name !== NOT_WITH_NODE)
        t.deepEqual(late, await run('node:child_process', '', name), "Node's module");
    },
  );
}

/** What a program prints that runs in a process of its own. */
function printed(program: string, ...args: string[]): string {
  const folder = new ProgramFolder({ 'program.cjs': program });
  try {
    const { stdout, stderr } = folder.node(['program.cjs', ...args], {});
    return stdout + stderr;
  } finally {
    folder.remove();
  }
}

const STARTS = ["spawn('sleep', ['0.3'])", `exec('${IS_WINDOWS ? '' : 'exec '}sleep 0.3', () => {})`];
const MODULES = IS_NODE ? ['rt-std/child_process', 'node:child_process'] : ['rt-std/child_process'];

test("'close' comes behind ticks and promises that follow the exit", (t) => {
  const program = `
    const { once } = require('node:events');
    const { exec, spawn } = require('rt-std/child_process');
    (async () => {
      for (const start of [() => spawn('true'), () => exec('true'), () => exec('echo text')]) {
        const child = start();
        await once(child, 'exit');
        console.log(await once(child, 'close'));
      }
    })();`;
  t.is(printed(program), '[ 0, null ]\n[ 0, null ]\n[ 0, null ]\n');
});

testButOnWindows('a program that uses no stream of its children does not load those', MADE_AT_ONCE, (t) => {
  const program = `
    const { exec, spawn } = require('rt-std/child_process');
    const isLoaded = () => process.moduleLoadList.includes('NativeModule net');
    const before = isLoaded();
    exec('echo text', (_error, stdout) => {
      spawn('true').on('close', (code) => console.log(before, stdout, code, isLoaded()));
    });`;
  const expected = IS_NODE ? 'false text\n 0 false\n' : printed(program);
  t.is(printed(program), expected);
});

for (const [module, start] of MODULES.flatMap((name) => STARTS.map((start) => [name, start]))) {
  test(`streams that nobody uses keep the program alive until they end: ${start}, with ${module}`, (t) => {
    const program = `
      const { exec, spawn } = require('${module}');
      const child = ${start};
      child.unref();
      process.on('exit', () => console.log(performance.now() > 250, child.stdout.closed));`;
    t.is(printed(program), 'true true\n');
  });
}

for (const module of MODULES) {
  const title = `a child that has closed its streams does not keep the program alive once it is unreferenced, with ${module}`;
  testButOnWindows(title, 'Node keeps them open there', (t) => {
    const program = `
      const closing = "for (const fd of [0, 1, 2]) require('node:fs').closeSync(fd); setTimeout(() => {}, 60_000)";
      const child = require('${module}').spawn(process.execPath, ['-e', closing]);
      child.unref();
      process.on('exit', () => console.log(child.kill(), child.exitCode));`;
    t.is(printed(program), 'true null\n');
  });
}

testButOnWindows('no descriptor is left, whatever becomes of the children', 'it looks at /proc', (t) => {
  const program = `
    const { readdirSync, readlinkSync } = require('node:fs');
    const { setTimeout: sleep } = require('node:timers/promises');
    const { exec, execFile, spawn } = require('rt-std/child_process');
    const target = (descriptor) => {
      try { return readlinkSync('/proc/self/fd/' + descriptor); } catch { return ''; }
    };
    const open = () => readdirSync('/proc/self/fd').filter((name) => /^socket|pidfd/.test(target(name))).length;
    const closed = (child) => new Promise((resolve) => child.on('error', () => {}).on('close', resolve));
    const abandoned = () => {
      const child = spawn('sh', ['-c', 'read line']);
      child._handle.close();
      child.stdin.end();
      child.stdout.resume();
      child.stderr.resume();
    };
    const used = (name) => (child) => (child[name], child);
    const round = () => {
      abandoned();
      return Promise.all([
        closed(exec('echo text')), closed(execFile('no-such-program')), closed(spawn('true')), closed(spawn('nothing')),
        closed(used('stdin')(spawn('true'))), closed(used('stdout')(exec('true'))), closed(used('stdio')(exec('true'))),
        closed(exec('yes', { maxBuffer: 100_000 })), closed(exec('sleep 60', { timeout: 5 })),
        closed(exec('sleep 0.1 & true')), closed(exec('sleep 60 & true', { closeGrace: 5 })),
      ]);
    };
    (async () => {
      await round();
      await sleep(100);
      const before = open();
      for (let index = 0; index < 20; index++) await round();
      for (let wait = 0; wait < 100 && open() > before; wait++) await sleep(20);
      console.log(open() - before);
    })();`;
  t.is(printed(program), '0\n');
});

const ownClass =
  "a program's own class in the place of net.Socket throws: whoever uses a stream gets that, and 'close' comes";
testWhere(IS_NODE && !IS_WINDOWS, 'streams are made at once there, or this is not Node')(ownClass, (t) => {
  const program = `
    const { writeSync } = require('node:fs');
    require('node:net').Socket = class { constructor() { throw new Error('from the constructor'); } };
    const { spawn } = require('rt-std/child_process');
    const child = spawn('true');
    try { child.stdout; } catch (error) { writeSync(1, \`\${error.message}\\n\`); }
    child.on('close', (code) => writeSync(1, \`\${code}\\n\`));`;
  t.is(printed(program), 'from the constructor\n0\n');
});
