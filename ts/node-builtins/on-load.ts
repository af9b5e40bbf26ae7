import { IS_NODE, NODE_MAJOR } from '../errors/node-version';
import { process } from '../main-realm';
import { create, getPrototypeOf, setMember, setPrototypeOf, stringSlice, stringStartsWith } from '../primordials';
import { isBuiltinLoaded, moduleLoadList } from './loaded';

/** The versions of Node whose list of loaded modules is known to be written in this way. */
const LAST_KNOWN_MAJOR = 26;
const PREFIX = 'NativeModule ';

/** By the names of modules. */
const waiting = create(null) as Record<string, ((isNew: boolean) => void) | undefined>;
let count = 0;

/**
 * Calls back as soon as Node has loaded one of its own modules, for whomever: `require`, `import`,
 * `process.getBuiltinModule` or another of Node's modules. The module is complete then, and nobody
 * has seen its exports yet. A module that is loaded already is reported at once.
 *
 * Node 20 to 26 append the name to `process.moduleLoadList` in the moment between the two, and
 * until all modules that are waited for have come, the list has a prototype that sees it. Where
 * that may be otherwise, the module is loaded now: then it costs memory and a few milliseconds, but
 * nothing else changes.
 *
 * @param name - without `node:`
 * @param onLoad - gets whether the module was loaded just now: then no ES module can have imported
 *   it before. What it throws becomes a process warning, since an exception here would be one of
 *   Node's own modules failing to load
 */
export function onBuiltinLoad(name: string, onLoad: (isNew: boolean) => void): void {
  if (isBuiltinLoaded(name)) {
    onLoad(false);
  } else if (canWatch()) {
    if (count === 0) watch();
    const earlier = waiting[name];
    if (earlier === undefined) count++;
    waiting[name] = (isNew) => {
      earlier?.(isNew);
      onLoad(isNew);
    };
  } else {
    require(`node:${name}`);
    onLoad(false);
  }
}

function canWatch(): boolean {
  const list = moduleLoadList();
  return IS_NODE && NODE_MAJOR <= LAST_KNOWN_MAJOR && Array.isArray(list) && Object.isExtensible(list);
}

/**
 * `push` writes to the next index of the list, where there is nothing yet: that asks the prototype.
 */
function watch(): void {
  const list = moduleLoadList() as string[];
  const before = getPrototypeOf(list);
  const prototype = new Proxy(create(before) as object, {
    set(target, key, value, receiver) {
      const isDefined = setMember(target, key, value, receiver);
      if (typeof value === 'string' && stringStartsWith(value, PREFIX)) loaded(stringSlice(value, PREFIX.length));
      if (count === 0 && getPrototypeOf(list) === prototype) setPrototypeOf(list, before);
      return isDefined;
    },
  });
  setPrototypeOf(list, prototype);
}

function loaded(name: string): void {
  const onLoad = waiting[name];
  if (onLoad === undefined) return;
  waiting[name] = undefined;
  count--;
  try {
    onLoad(true);
  } catch (error) {
    process.emitWarning(error as Error);
  }
}
