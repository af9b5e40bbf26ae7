import type nodeChildProcess = require('node:child_process');

import { openLowDescriptors } from '../binding/low-descriptor-numbers';
import { BACKEND_SWITCH, NATIVE_PLATFORMS } from '../binding/process-backend-names';
import { WORKERS, watchWorkers } from '../child_process/arguments/started-workers';
import { NODES_MODULE, usedOf } from '../child_process/nodes-functions';
import { FILE_FUNCTIONS, type fileFunctions } from '../node-builtins/file-functions';
import type { NodesFunctions, ProcessState } from '../process-state';
import { COLLECTION_METHODS, collectionMethods } from '../realm/collection-methods';
import { LANGUAGE_FUNCTIONS, type languageFunctions } from '../realm/language-functions';
import { STATE } from '../realm/shared-names';
import type { Early, OurFunctions, Override } from './early';
import { isChildProcessTaken } from './replaced-before';

type ChildProcessModule = typeof nodeChildProcess;
type Language = ReturnType<typeof languageFunctions>;
type Class = AnyFunction & (new () => object) & { prototype: { constructor: unknown } };
type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** A thread that the override was started in. */
interface Thread {
  /** The real one. */
  readonly process: NodeJS.Process;
  /** What all copies of this package have in common there. */
  readonly shared: Record<string, unknown>;
  /** Whether this is no other runtime. */
  readonly isNode: boolean;
  /** Whether a fast path is turned off there. */
  readonly isSwitchedOff: (path: string) => boolean;
  /**
   * Whether another preload may have replaced functions of Node's before the override: not where it
   * was the first to be loaded, and not where another copy of the override was.
   */
  readonly mayBeTaken: boolean;
  /** Whether this is no worker. */
  readonly isMain: boolean;
  /** {@link nodesChildProcess}. */
  readonly childProcess: () => ChildProcessModule;
  /** That of `process`, as it was. Not in Node before 20.16 and 22.3. */
  readonly getBuiltinModule: ((id: string) => unknown) | undefined;
}

/** All but the class. */
const NAMES = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'];

/** `util.promisify.custom`. */
const PROMISED = Symbol.for('nodejs.util.promisify.custom');

/**
 * Puts our functions into the exports of Node's `child_process`, which is loaded, or functions that
 * load ours when the first of them is called.
 *
 * This is part of the small file that each process with the override loads: to load one more takes
 * a process longer than to compile this.
 *
 * @param thread - in which thread that is
 * @param early - gets Node's own functions
 * @param load - loads the override itself
 */
export function replaceChildProcess(thread: Thread, early: Early, load: () => Override): void {
  const { process, shared, getBuiltinModule } = thread;
  const state = shared[STATE] as ProcessState;
  const exported = thread.childProcess();
  const nodes = { ...exported };
  const language = shared[LANGUAGE_FUNCTIONS] as Language;
  if (thread.mayBeTaken && isChildProcessTaken(exported, language, process)) return;
  const { spawnSync } = nodes;
  early.childProcess = nodes;
  early.exportsOfChildProcess = exported;
  state.replacementOfSpawnSync = () => (early.isBindingReplaced() ? spawnSync : undefined);
  shared[NODES_MODULE] ??= usedOf(nodes);
  const { 10: assign } = language;
  const ours = (): OurFunctions | undefined => load().childProcessFunctions();
  const { [BACKEND_SWITCH]: backend } = state.environment as NodeJS.ProcessEnv;
  const isLoaded = state.replacements !== undefined;
  // Other runtimes need the addon. With permissions, a program may give up that to read files.
  const needsOurs = !thread.isNode || (backend && backend !== 'node') || process.permission !== undefined;
  if (isLoaded || needsOurs || thread.isSwitchedOff('late-child-process')) {
    assign(exported, ours()?.functions);
    return;
  }
  // What ours take when they are loaded, and a program may have replaced by then.
  shared[COLLECTION_METHODS] ??= collectionMethods();
  shared.getBuiltinModule ??= getBuiltinModule;
  shared[WORKERS] ??= watchWorkers(process);
  // As `reserveLowDescriptors()` does.
  const platform = `${state.platform} ${state.arch}`;
  const isNative = !backend && (platform === NATIVE_PLATFORMS[0] || platform === NATIVE_PLATFORMS[1]);
  if (isNative && thread.isMain && state.lowDescriptors === undefined && !thread.isSwitchedOff('low-descriptors')) {
    openLowDescriptors(state, (shared[FILE_FUNCTIONS] as ReturnType<typeof fileFunctions>).openSync);
  }
  state.takeOver = deferChildProcess(exported, nodes, language, process, state, ours);
}

/**
 * Puts functions into the exports of Node's `child_process` that load ours when the first of them
 * is called, and leave the work to them from then on (fast path `late-child-process`). Many
 * processes load the module and start nothing, as each one does that runs tests with `node:test`.
 *
 * These are plain functions and no accessors, since programs look at the descriptors of what they
 * replace, and an ES module that imports one export reads all of them. The class loads ours when
 * anything is done with it: programs replace methods of its prototype.
 *
 * @param exported - the exports
 * @param nodes - Node's own functions, which do the work where ours cannot be loaded
 * @param language - functions of the language, as they were
 * @param process - the real one
 * @param state - what the preloads and ours share
 * @param load - gives ours
 * @returns a function that loads ours now, and makes their class that of the exports
 */
function deferChildProcess(
  exported: ChildProcessModule,
  nodes: ChildProcessModule,
  language: Language,
  process: NodeJS.Process,
  state: ProcessState,
  load: () => OurFunctions | undefined,
): () => void {
  // By number: a list is taken apart by its iterator, which a program may have replaced.
  const { 1: apply, 4: getPrototypeOf, 5: setPrototypeOf, 15: define } = language;
  let made: NodesFunctions | undefined;
  let hasWarned = false;
  let isLoading = false;
  let real = nodes.ChildProcess as unknown as Class;

  function working(): Record<string, AnyFunction> {
    // A program's own functions may be called by that, and call again: Node answers these calls.
    if (made === undefined && !isLoading) {
      isLoading = true;
      try {
        const ours = load();
        made = ours?.functions ?? nodes;
        if (ours !== undefined) standFor(ours);
      } catch (error) {
        // There may be no descriptor to read it by, or no package any more: later, then.
        warn(error);
      }
      isLoading = false;
    }
    return (made ?? nodes) as unknown as Record<string, AnyFunction>;
  }

  function warn(error: unknown): void {
    if (hasWarned) return;
    hasWarned = true;
    process.emitWarning(`this call is left to Node's module: ${(error as Error).message}`, 'OverrideWarning');
  }

  function call(original: AnyFunction, name: string, self: unknown, args: unknown[]): unknown {
    try {
      return apply(working()[name] as AnyFunction, self, args);
    } catch (error) {
      // A channel needs more of our files.
      if (error === undefined || error !== state.unreadable) throw error;
      warn(error);
      return apply(original, self, args);
    }
  }

  /** From now on, this is the class of all children. */
  function standFor({ functions, ownExports }: OurFunctions): void {
    real = functions.ChildProcess as unknown as Class;
    target.prototype = real.prototype;
    real.prototype.constructor = proxy;
    ownExports.ChildProcess = proxy;
  }

  /** What the proxy stands for. Both classes are functions that can be called for any object. */
  const named = {
    ChildProcess: function (this: unknown): unknown {
      // What the class itself makes has its name in stack traces, which a proxy's does not have.
      return new.target === proxy ? new real() : apply(real, this, []);
    },
  };
  const target = named.ChildProcess as Class;
  setPrototypeOf(target, getPrototypeOf(real));
  target.prototype = real.prototype;
  // The proxy's handler is asked for each trap, and has none: what is done is done to the function.
  const traps = { __proto__: null, get: () => void working() };
  const proxy = new Proxy(target, new Proxy({}, traps as ProxyHandler<object>) as ProxyHandler<Class>);

  function standIn(original: AnyFunction, work: (args: unknown[], self: unknown) => unknown): AnyFunction {
    const result: AnyFunction = function (...args) {
      return work(args, this);
    };
    // As Node's are.
    const { name, length } = original;
    define(result, 'name', { __proto__: null, value: name, configurable: true } as PropertyDescriptor);
    define(result, 'length', { __proto__: null, value: length, configurable: true } as PropertyDescriptor);
    return result;
  }

  const originals = nodes as unknown as Record<string, AnyFunction & Record<symbol, AnyFunction>>;
  const properties = exported as unknown as Record<string, unknown>;
  for (let index = 0; index < NAMES.length; index++) {
    const name = NAMES[index] as string;
    const original = originals[name] as AnyFunction & Record<symbol, AnyFunction>;
    const result = standIn(original, (args, self) => call(original, name, self, args));
    const promised = original[PROMISED];
    if (promised !== undefined) {
      const value = standIn(promised, (args, self) => {
        const { [PROMISED]: form } = working()[name] as AnyFunction & Record<symbol, AnyFunction>;
        return apply(form as AnyFunction, self, args);
      });
      define(result, PROMISED, { __proto__: null, value } as PropertyDescriptor);
    }
    properties[name] = result;
  }
  properties.ChildProcess = proxy;
  return working;
}
