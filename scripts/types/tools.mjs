import { join } from 'node:path';
import { cachedPackages } from '../steps/cached-packages.mjs';

/**
 * The folder with the programs, the compilers and Node's declarations that types are tried with.
 */
export async function typeTools() {
  return join(await cachedPackages('type-tools', 'scripts/types/tools', 'tools for types'), 'node_modules');
}

/** The versions in `scripts/types/tools`: each TypeScript with each `@types/node`. */
export const allPairs = ['5.0', '5.9', '7'].flatMap((compiler) =>
  ['18', '20', '22', '24', '26'].map((node) => ({ compiler, node })),
);

/** Each version of TypeScript once, with the oldest and the newest `@types/node` among them. */
export const somePairs = [
  { compiler: '5.0', node: '18' },
  { compiler: '5.9', node: '22' },
  { compiler: '7', node: '26' },
];
