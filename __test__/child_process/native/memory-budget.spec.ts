import test from 'ava';
import { ours, theirs } from '../../support/modules';
import { fixture, PACKAGE } from '../../support/program';
import { IS_NODE } from '../../support/same-as-node';

/** How often each function is called. */
const COUNT = Number(process.env.RT_MEMORY_COUNT ?? 200);
/** By how much the process may grow meanwhile, in MiB: it keeps more if one result in ten stays. */
const RESIDENT_BUDGET = 20;
const VIRTUAL_BUDGET = 24;

const PROGRAM = fixture('memory-budget.js');
const FLAGS = ['--expose-gc', '--max-semi-space-size=1'];

function output(...args: string[]): unknown {
  const limits = { cwd: PACKAGE, timeout: 240_000, killSignal: 'SIGKILL' } as const;
  return JSON.parse(theirs.execFileSync(process.execPath, [...FLAGS, PROGRAM, ...args], limits).toString());
}

/** Only Node has these flags, and lets an addon know them. */
if (IS_NODE) {
  for (const name of output('rt-std/child_process') as string[]) {
    test.serial(`${COUNT} calls keep no memory: ${name}`, (t) => {
      const [resident = Infinity, virtual = Infinity] = output('rt-std/child_process', name, String(COUNT)) as number[];
      const grown = `grew by ${resident} MiB resident, ${virtual} MiB virtual`;
      t.log(grown);
      t.true(resident <= RESIDENT_BUDGET && virtual <= VIRTUAL_BUDGET, grown);
    });
  }
}

test('every function that returns bytes has a budget', (t) => {
  const names = Object.keys(ours).filter((name) => /^(exec|spawnSync|fork)/.test(name));
  const budgets = output('rt-std/child_process') as string[];
  for (const name of names.filter((each) => each !== 'exec'))
    t.true(budgets.some((each) => each.startsWith(`${name},`)));
});

test('the addon does not import what makes external buffers and memory', async (t) => {
  const { readFileSync } = await import('node:fs');
  // The first spawn loads the addon.
  ours.spawnSync('true');
  const mapped = readFileSync('/proc/self/maps', 'utf8').matchAll(/\/\S*\/rt-std\.[\w-]+\.node$/gm);
  const addons = [...new Set([...mapped].map(([path]) => path))];
  t.true(addons.length > 0);
  for (const path of addons) t.notRegex(readFileSync(path, 'latin1'), /napi_create_external_(array)?buffer/, path);
});
