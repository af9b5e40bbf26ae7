import { createRequire } from 'node:module';
import type * as FastPaths from '../../../ts/fast-paths';
import { internal } from '../../support/internals';
import type { Module, Tested } from './backends';

const load = createRequire(__filename);
const { FAST_PATHS } = internal<typeof FastPaths>('fast-paths');

/** The fast paths of query strings. */
export const QUERY_FAST_PATHS: readonly string[] = FAST_PATHS.filter((name) => name.startsWith('query-'));

/** Both codecs of Node, each evaluated another time with some fast paths turned off. */
export function without(names: string): readonly Tested[] {
  const before = process.env.RT_STD_DISABLE;
  process.env.RT_STD_DISABLE = names;
  try {
    return ['native', 'wasm'].map((backend) => {
      const file = load.resolve(`rt-std/querystring/${backend}`);
      const cached = load.cache[file];
      delete load.cache[file];
      const module = load(file) as Module;
      load.cache[file] = cached;
      return { name: `${backend} without ${names}`, module };
    });
  } finally {
    if (before === undefined) delete process.env.RT_STD_DISABLE;
    else process.env.RT_STD_DISABLE = before;
  }
}

/** Which fast paths {@link withoutEach} turns off, one after the other: each, and then all. */
const SWITCHES = process.env.RT_QUERY_SWITCHES?.split(',') ?? [...QUERY_FAST_PATHS, 'all'];

/** Without each fast path, and without all of them. */
export const withoutEach = (): readonly Tested[] => SWITCHES.flatMap(without);
