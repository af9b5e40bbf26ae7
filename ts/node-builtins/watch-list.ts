import type { languageFunctions } from '../realm/language-functions';

/**
 * Calls back for each value that is appended to a list: `push` writes to the next index, where
 * there is nothing yet, and that asks the prototype.
 *
 * @param list - `process.moduleLoadList`
 * @param functions - those of the language, as they were
 * @param onValue - returns whether the list need not be watched any longer
 */
export function watchList(
  list: string[],
  functions: ReturnType<typeof languageFunctions>,
  onValue: (value: unknown) => boolean,
): void {
  const { 2: create, 3: set, 4: getPrototypeOf, 5: setPrototypeOf } = functions;
  const before = getPrototypeOf(list);
  const prototype = new Proxy(
    create(before) as object,
    {
      // From which it could inherit more traps.
      __proto__: null,
      set(target, key, value, receiver) {
        const isDefined = set(target, key, value, receiver);
        if (onValue(value) && getPrototypeOf(list) === prototype) setPrototypeOf(list, before);
        return isDefined;
      },
    } as ProxyHandler<object>,
  );
  setPrototypeOf(list, prototype);
}
