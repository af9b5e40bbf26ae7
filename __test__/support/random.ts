import { join } from 'node:path';
import { PACKAGE } from './program';

/** That of `random.cjs`, which programs that are not compiled load, too. */
export interface Random {
  below(bound: number): number;
  oneIn(times: number): boolean;
  of<T>(values: readonly T[]): T;
  many<T>(most: number, make: () => T): T[];
}

export const Random = require(join(PACKAGE, '__test__', 'support', 'random.cjs')).Random as new (
  seed: number,
) => Random;
