import { backend } from 'rt-std/backend';
import { answerLines } from '../../querystring/support/answer-lines';
import { runDeclared, type TestResult } from './ava';
import { answerWrongly, backends } from './backends';

/** The spec files that say what the module does. */
export const FILES: Readonly<Record<string, () => Promise<unknown>>> = {
  'values.spec.ts': () => import('../../querystring/values.spec.js'),
  'examples.spec.ts': () => import('../../querystring/examples.spec.js'),
  'urls.spec.ts': () => import('../../querystring/urls.spec.js'),
  'replaced.spec.ts': () => import('../../querystring/replaced.spec.js'),
  'long.spec.ts': () => import('../../querystring/long.spec.js'),
  'reentrancy.spec.ts': () => import('../../querystring/reentrancy.spec.js'),
  'stack.spec.ts': () => import('../../querystring/stack.spec.js'),
  'reading.fuzz.spec.ts': () => import('../../querystring/reading.fuzz.spec.js'),
  'writing.spec.ts': () => import('../../querystring/writing.spec.js'),
  'writing.fuzz.spec.ts': () => import('../../querystring/writing.fuzz.spec.js'),
  'collected.spec.ts': () => import('../../querystring/collected.spec.js'),
};

/** The spec files that look at something else, and at what. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'address-space.spec.ts': 'processes of Node that may have little address space',
  'boundary.spec.ts': 'the sources',
  'bounds.spec.ts': 'the memory that the codecs of Node are given',
  'browser.spec.ts': 'the size of the bundle, and Node without what browsers may lack',
  'browser-commonjs.spec.ts': 'what `require` of the bundle gives, in Node',
  'crate.fuzz.spec.ts': 'the crate, compiled for the machine',
  'default.spec.ts': "which codec Node's entry takes",
  'entries.spec.ts': "Node's entries",
  'late.spec.ts': "when Node's entry loads the codec",
  'fast-paths.spec.ts': 'Node, without each of the fast paths',
  'few-pairs.spec.ts': 'Node, beside its module and without the fast path',
  'memory.spec.ts': 'what processes of Node keep',
  'pairs.spec.ts': 'another entry, which has no codec: the same plain JavaScript everywhere',
  'patched.spec.ts': 'every codec of Node in one process, with built-ins that are replaced one by one',
  'raw-addon.spec.ts': 'the native addon',
  'types.spec.ts': 'the declarations',
  'workers.spec.ts': 'threads of Node',
};

/** What {@link run} is to do. */
export interface Order {
  /**
   * Whether the module is to give wrong answers and something is to be fetched: both have to be
   * noticed.
   */
  readonly wrong: boolean;
  /** Spec files that are not to run. */
  readonly leftOut?: readonly string[];
  /** The seed of the first of the calls whose answers are compared with those of Node. */
  readonly seed: number;
  /** How many these are. */
  readonly count: number;
}

/** What happened in a page or a worker. */
export interface Report {
  /** The codec, as `rt-std/backend` has it. */
  readonly codec: string;
  readonly files: Readonly<Record<string, readonly TestResult[]>>;
  /** The results of the calls, for Node to compare. */
  readonly answers: readonly string[];
  /** The URLs of all that the browser has loaded. */
  readonly loaded: readonly string[];
}

/** Runs the specs, in a page or a worker. */
export async function run({ wrong, leftOut = [], seed, count }: Order): Promise<Report> {
  if (wrong) {
    answerWrongly();
    // The policy refuses it.
    await fetch('https://beyond-the-bundle.example/').catch(() => {});
  }
  const files: Record<string, readonly TestResult[]> = {};
  for (const [name, load] of Object.entries(FILES)) {
    if (leftOut.includes(name)) continue;
    await load();
    files[name] = await runDeclared();
  }
  const [{ module }] = (await backends()) as [Awaited<ReturnType<typeof backends>>[0]];
  return {
    codec: backend.querystring,
    files,
    answers: [...answerLines(module, seed, count)],
    // Not every runtime records this.
    loaded: performance.getEntriesByType?.('resource').map(({ name }) => name) ?? [],
  };
}
