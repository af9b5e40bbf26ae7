import { isFirstModule } from '../realm/first-module';
import { apply } from '../realm/kept-functions';
import { moduleClass, syncESModules } from './module-class';

type Load = (request: string, ...rest: unknown[]) => unknown;

/**
 * Calls back when somebody looks at the exports of one of Node's modules that Node has loaded for
 * itself: `child_process` in a forked child.
 *
 * `require` of it calls back before it returns, so that a program finds plain properties, whose
 * descriptors it may look at. An ES module, one of Node's own and whoever else gets at the exports
 * find accessors, which call back when the first of them is read or written.
 *
 * @param name - the module's name, without `node:`
 * @param exported - its exports
 * @param onLook - puts other functions into the exports
 */
export function onFirstLook(name: string, exported: object, onLook: () => void): void {
  const kept = Object.getOwnPropertyDescriptors(exported) as Record<string, PropertyDescriptor>;
  const properties = exported as Record<string, unknown>;
  const modules = moduleClass() as unknown as { _load: Load };
  const { _load: originalLoad } = modules;
  let isDone = false;

  function look(): void {
    if (isDone) return;
    isDone = true;
    Object.defineProperties(exported, kept);
    // Whoever has put a function of its own over this one keeps it.
    if (modules._load === load) modules._load = originalLoad;
    onLook();
  }

  function load(this: unknown, ...args: Parameters<Load>): unknown {
    const { 0: request } = args;
    if (!isDone && (request === name || request === `node:${name}`)) look();
    return apply(originalLoad, this, args);
  }

  for (const [key, { enumerable }] of Object.entries(kept)) {
    Object.defineProperty(exported, key, {
      // From which it could inherit a value.
      __proto__: null,
      get() {
        look();
        return properties[key];
      },
      set(value) {
        look();
        properties[key] = value;
      },
      enumerable: enumerable === true,
      configurable: true,
    } as PropertyDescriptor);
  }
  modules._load = load;
  // An ES module may have imported it before: then this is the first look.
  if (!isFirstModule) syncESModules();
}
