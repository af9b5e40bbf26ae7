import node from 'node:querystring';
import bundled from 'rt-std/querystring';
import type { Module, Tested } from '../../querystring/support/backends';

// Stands for `../querystring/support/backends` in a page or a worker, where the bundler's idea of
// `rt-std/querystring` is all there is. `node:querystring` is the source of the running Node's
// module, see `__test__/conformance/browsers/oracle.mjs`.

export const oracle = node as unknown as Module;

export const BACKENDS: readonly string[] = ['browser'];
export const WITHOUT_BUFFER = BACKENDS;

let tested = bundled as unknown as Module;

/** From now on some results are wrong: the specs have to notice. */
export function answerWrongly(): void {
  const right = bundled as unknown as Module;
  const withoutLast = (...values: unknown[]): unknown => {
    const result = right.parse(...values) as Record<string, unknown>;
    const last = Object.keys(result).at(-1);
    if (last !== undefined) delete result[last];
    return result;
  };
  tested = { ...right, parse: withoutLast, escape: (...values) => `${right.escape(...values)}%20` };
}

export async function backends(): Promise<readonly Tested[]> {
  return [{ name: 'browser', module: tested }];
}
