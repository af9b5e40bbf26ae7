/**
 * Says what does the work of this package in this process: its native addon, Node's own module,
 * WebAssembly or TypeScript, and why.
 *
 * @packageDocumentation
 */
import { processChoice, querystringChoice } from './choices';

/** What does the work, and why. */
export interface Backends {
  /**
   * What starts the processes of `rt-std/child_process`: `'native'`, the addon; `'node'`, Node's
   * own module; `null` where neither can, so that a spawn throws.
   */
  readonly child_process: 'native' | 'node' | null;
  /**
   * What the codec of `rt-std/querystring` is: `'native'`, the addon; `'wasm'`, WebAssembly; or
   * `'typescript'` where there is neither.
   */
  readonly querystring: 'native' | 'wasm' | 'typescript';
  /** Why, in a sentence for each of the two. */
  readonly reason: string;
}

/**
 * What does the work of this package in this thread. The choice is made when a property is read, or
 * by the first call that needs it, and stays: where the addon of this platform does not load, it is
 * a process warning.
 *
 * Source: docs/backends.md.
 */
export const backend: Backends = {
  get child_process() {
    return processChoice().name;
  },
  get querystring() {
    return querystringChoice().name;
  },
  get reason() {
    return `child_process: ${processChoice().reason}. querystring: ${querystringChoice().reason}.`;
  },
};
