import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ava from 'ava';
import type * as NodeVersion from '../../../ts/node-version';
import { internal } from '../../support/internals';
import { ours, theirs } from '../../support/modules';
import { IS_WINDOWS, script, testButOnWindows } from '../../support/portable';
import type { Module } from '../../support/recorder';
import { comesToSame, IS_NODE, sameAsNode } from '../../support/same-as-node';

/** One after the other: they change `process.env`. */
const test = ava.serial;

/** Prints the environment, each variable with a zero byte behind it. */
const PRINTING = IS_WINDOWS
  ? script("for (const name in process.env) process.stdout.write(name + '=' + process.env[name] + '\\0')")
  : (['/usr/bin/env', ['-0']] as [string, string[]]);

/** What a child sees as its environment. */
async function environmentOf(module: Module, options: object): Promise<string[]> {
  const child = module.spawn(...PRINTING, options);
  let text = '';
  for await (const chunk of child.stdout ?? []) text += chunk;
  return text.split('\0').sort();
}

/** Node ignores nothing but `undefined`, and passes inherited properties. */
const ENVIRONMENTS: Record<string, () => object> = {
  'the default': () => ({}),
  undefined: () => ({ env: undefined }),
  null: () => ({ env: null }),
  'a copy of process.env': () => ({ env: { ...process.env, ADDED: 'yes' } }),
  nothing: () => ({ env: {} }),
  'values that are no strings': () => ({ env: { A: undefined, B: null, C: 5, D: true, E: ['x', 'y'] } }),
  'inherited properties': () => ({ env: Object.create({ INHERITED: 'yes' }) }),
  'names and values of every kind': () => ({ env: { 'with space': 'a=b', Ünïcode: 'é\n', '': 'empty' } }),
};

for (const [title, options] of Object.entries(ENVIRONMENTS)) {
  test(`environment: ${title}`, async (t) => {
    await sameAsNode(t, (module) => environmentOf(module, options()));
  });
}

test('changes of process.env reach children at once', async (t) => {
  process.env.RT_TEST_ADDED = 'first';
  t.true((await environmentOf(ours, {})).includes('RT_TEST_ADDED=first'));
  process.env.RT_TEST_ADDED = 'second';
  t.true((await environmentOf(ours, {})).includes('RT_TEST_ADDED=second'));
  delete process.env.RT_TEST_ADDED;
  t.false((await environmentOf(ours, {})).some((pair) => pair.startsWith('RT_TEST_ADDED')));
});

const { isNodeSince } = internal<typeof NodeVersion>('node-version');
const isSince2612 = IS_NODE && isNodeSince(26, 12);

test('a replaced process.env is what children get before Node 26.12, and not from then on', async (t) => {
  const original = process.env;
  const run = (module: Module): Promise<string[]> => {
    process.env = { ONLY: 'this' };
    const child = environmentOf(module, {});
    process.env = original;
    return child;
  };
  // Windows adds those without which no program starts.
  const isAdded = (pair: string): boolean => IS_WINDOWS && (pair.split('=')[0] as string) in original;
  const expected = isSince2612 ? await run(theirs) : ['', 'ONLY=this'];
  t.deepEqual(
    (await run(ours)).filter((pair) => !isAdded(pair)),
    expected.filter((pair) => !isAdded(pair)),
  );
});

test('NODE_V8_COVERAGE is always passed on', async (t) => {
  const script = `
    const show = (env) => String(module.execFileSync(...${JSON.stringify(PRINTING)}, { env })).split('\\0').sort().join();
    for (const env of [{}, { A: '1' }, { NODE_V8_COVERAGE: '' }, { NODE_V8_COVERAGE: undefined }]) {
      console.log(show(env));
    }
  `;
  const run = (specifier: string): string => {
    const { stdout } = theirs.spawnSync(process.execPath, ['-e', `const module = require('${specifier}');${script}`], {
      env: { ...process.env, NODE_V8_COVERAGE: join(tmpdir(), 'rt-std-test-coverage') },
      encoding: 'utf8',
    });
    return stdout;
  };
  const shown = run('rt-std/child_process');
  t.is(shown.split('\n').length, 5);
  await comesToSame(t, shown, () => run('node:child_process'));
});

testButOnWindows(
  'the search path is the one of the given environment',
  'path-lookup has the rules there',
  async (t) => {
    const events = (module: Module, env: NodeJS.ProcessEnv): Promise<unknown> =>
      new Promise((resolve) => {
        const child = module.spawn('sh', ['-c', 'exit 3'], { env });
        child.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
        child.on('exit', resolve);
      });
    for (const env of [{ PATH: '/no/such' }, { PATH: '/no/such:/bin' }, { A: 'no path at all' }, { PATH: '' }]) {
      await sameAsNode(t, (module) => events(module, env));
    }
  },
);

test('envPairs can be read and changed by a patched ChildProcess.prototype.spawn', async (t) => {
  const run = async (module: Module) => {
    const prototype = module.ChildProcess.prototype as unknown as { spawn(options: { envPairs: string[] }): number };
    const { spawn } = prototype;
    const seen: unknown[] = [];
    prototype.spawn = function patched(options) {
      seen.push(Array.isArray(options.envPairs), Object.keys(options).includes('envPairs'));
      options.envPairs.push('PUSHED=1');
      options.envPairs = [...options.envPairs, 'SET=1'];
      return spawn.call(this, options);
    };
    const pairs = await environmentOf(module, {}).finally(() => {
      prototype.spawn = spawn;
    });
    return { seen, pairs };
  };
  await sameAsNode(t, run);
});
