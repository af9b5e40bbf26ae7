import { NODE_MAJOR } from '../node-version';
import { create, keptFunctions } from '../realm/kept-functions';
import { process } from '../realm/main-realm';
import { LAST_KNOWN_MAJOR } from './known-versions';
import { isBuiltinLoaded, type WithModuleLoadList } from './loaded';
import { watchList } from './watch-list';

/** By the entries that the list will have. */
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
  const { moduleLoadList: list } = process as WithModuleLoadList;
  if (isBuiltinLoaded(name)) {
    onLoad(false);
    return;
  }
  if (NODE_MAJOR > LAST_KNOWN_MAJOR || !Array.isArray(list) || !Object.isExtensible(list)) {
    require(`node:${name}`);
    onLoad(false);
    return;
  }
  const entry = `NativeModule ${name}`;
  const earlier = waiting[entry];
  waiting[entry] = (isNew) => {
    count--;
    earlier?.(isNew);
    onLoad(isNew);
  };
  if (count++ > 0) return;
  watchList(list, keptFunctions, (value) => {
    const found = typeof value === 'string' ? waiting[value] : undefined;
    if (found !== undefined) loaded(value as string, found);
    return count === 0;
  });
}

function loaded(entry: string, onLoad: (isNew: boolean) => void): void {
  waiting[entry] = undefined;
  try {
    onLoad(true);
  } catch (error) {
    process.emitWarning(error as Error);
  }
}
