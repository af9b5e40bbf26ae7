/**
 * What this package uses of the process, as Node's own modules use it: that of the main realm,
 * whatever realm this file was loaded in.
 *
 * A program may load this package in another realm, such as a context of `node:vm`, where `process`
 * and the timers are missing, copies or fakes: Jest does that for each test file. Node's own
 * modules are not affected by that, and neither are these.
 */
import { isFirstModule } from './first-module';
import { REAL_PROCESS, SHARED } from './shared-names';

// This is also evaluated late, with the first channel, when the program may have replaced any
// function of the language: none is called here.

type WithShared = { [SHARED]?: Record<string, unknown> } | undefined;

/**
 * Before any other module has run, the global variable is Node's own, and later a preload has kept
 * it: to ask for the module takes longer.
 */
const ownProcess = isFirstModule
  ? globalThis.process
  : (((globalThis.process as WithShared)?.[SHARED]?.[REAL_PROCESS] as NodeJS.Process | undefined) ?? processOfModule());

/**
 * Node before 20.12 and 21.7, which have no `loadEnvFile`, reads all that `process` has when its
 * module is asked for, and so opens the standard streams.
 */
function processOfModule(): NodeJS.Process {
  const { process } = globalThis;
  const opensStreams = process?.eventNames instanceof Function && process.loadEnvFile === undefined;
  return opensStreams ? process : (require('node:process') as typeof import('node:process'));
}

/**
 * What Node's own modules have made is of the main realm: `process` has its methods from the class
 * of `node:events`. In a context, it is missing, or a copy with the same methods.
 */
export const isMainRealm = ownProcess.eventNames instanceof Function;

/** The global object of the main realm. */
export const mainGlobal = isMainRealm ? globalThis : globalOfMainRealm();

/**
 * The real `process` of this thread. In the main realm a program may have put something else in the
 * place of the global variable, but not of the module; in another realm it is the other way round.
 */
export const process: NodeJS.Process = isMainRealm ? ownProcess : mainGlobal.process;

function globalOfMainRealm(): typeof globalThis {
  // Here, since Node has not loaded that module when a program starts.
  const { runInThisContext } = require('node:vm') as typeof import('node:vm');
  // In spite of the function's name, that is the main realm.
  return runInThisContext('globalThis') as typeof globalThis;
}

/** With the symbols of the `using` declaration, which Node 20 and 22 add to the main realm only. */
export const MainSymbol: SymbolConstructor = mainGlobal.Symbol;

const { create, defineProperty: define } = Object;

const owner = process as WithShared & object;

/** The values that all copies of this package in this thread have in common, by their names. */
export const sharedValues: Record<string, unknown> = owner[SHARED] ?? (create(null) as Record<string, unknown>);
if (owner[SHARED] === undefined)
  define(owner, SHARED, { __proto__: null, get: () => sharedValues } as PropertyDescriptor);

/**
 * A value that all copies of this package in this thread have in common. There may be several
 * copies: one for each time that a program has its modules evaluated again.
 *
 * @param name - its name
 * @param make - makes it, in the first copy that asks
 */
export function sharedByCopies<Value>(name: string, make: () => Value): Value {
  if (!(name in sharedValues)) sharedValues[name] = make();
  return sharedValues[name] as Value;
}
