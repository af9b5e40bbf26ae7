import { promisify } from 'node:util';
import { NODE_MAJOR } from '../../node-version';
import { defineHidden, defineProperty } from '../../realm/define-property';
import { apply, arrayAppend, assign, PlainPromise } from '../../realm/primordials';
import type { ChildProcess } from '../child/child-process';
import { wasCut } from '../child/close-grace';
import type { SpawnedChildProcess } from '../types/child-process';
import type { ExecCallback } from '../types/exec-callback';
import type { ResourceUsage } from '../types/resource-usage';

/** What the promised forms resolve with. */
export interface Outputs<Output extends string | Buffer> {
  /** What the child wrote to its standard output. */
  stdout: Output;
  /** What the child wrote to its standard error. */
  stderr: Output;
  /** `true` when the option `closeGrace` ended streams that a descendant still held. */
  outputCut?: boolean;
  /** What the child has used; not enumerable. */
  resourceUsage?: ResourceUsage;
}

/** The promise of `util.promisify(exec)` and `util.promisify(execFile)`, with the child on it. */
export interface PromiseWithChild<Result> extends Promise<Result> {
  /** The running child. */
  child: SpawnedChildProcess;
}

type PromisedOutputs = PromiseWithChild<Outputs<string | Buffer>>;

/** From Node 22 on, the form has the name of its function. */
const HAS_A_NAME = NODE_MAJOR >= 22;

/**
 * Gives `exec()` or `execFile()` its promisified form, which `util.promisify()` finds: it resolves
 * with both outputs, or rejects with the callback's error, which then holds them.
 *
 * @param original - the function that takes a callback as its last argument
 */
export function withPromisedForm<Original extends (...args: never[]) => SpawnedChildProcess>(
  original: Original,
): Original {
  const promised = (...args: unknown[]): PromisedOutputs => {
    // In a list, so that it has no name: an error that says what was received shows that of Node's.
    let callback: ExecCallback<string | Buffer>[] = [];
    const promise = new PlainPromise((resolve, reject) => {
      callback = [
        (error, stdout, stderr) => {
          if (error === null) {
            resolve(withUsage(wasCut(child) ? { stdout, stderr, outputCut: true } : { stdout, stderr }, child));
          } else reject(withUsage(assign(error, { stdout, stderr }), child));
        },
      ];
    });
    // Outside of the promise: bad arguments are thrown at the call, as in Node.
    const child = apply(original, undefined, arrayAppend(arrayAppend([], args), callback) as never[]) as ChildProcess;
    return assign(promise, { child }) as PromisedOutputs;
  };
  defineProperty(promised, 'name', { value: HAS_A_NAME ? original.name : '' });
  return defineProperty(original, promisify.custom, { enumerable: false, value: promised });
}

/** Not enumerable: what programs print, compare and copy is Node's. */
function withUsage<Result extends object>(result: Result, child: ChildProcess): Result {
  // What a program has put in the place of `execFile()` may give something else.
  const usage = typeof child?.resourceUsage === 'function' ? child.resourceUsage() : undefined;
  if (usage === undefined) return result;
  return defineHidden(result, 'resourceUsage', usage);
}
