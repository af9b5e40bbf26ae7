import { arrayFilter, arraySort, stringToUpperCase } from '../../realm/primordials';
import { SafeSet } from '../../realm/safe-collections';

/**
 * The names of the variables that a child gets, in their order (docs/api/child_process.md, "Common
 * options").
 *
 * Inherited properties count, as in Node. On Windows names are case-insensitive: they are sorted,
 * and of several that differ in case only the first counts.
 *
 * @param environment - the variables
 * @param added - names that are passed on even where they are no property of `environment`
 * @param platform - `process.platform`
 */
export function environmentNames(environment: object, added: readonly string[], platform: NodeJS.Platform): string[] {
  const names: string[] = [];
  for (const name in environment) names[names.length] = name;
  for (let index = 0; index < added.length; index++) {
    const name = added[index] as string;
    if (!(name in environment)) names[names.length] = name;
  }
  return platform === 'win32' ? firstOfEachCase(arraySort(names)) : names;
}

function firstOfEachCase(names: readonly string[]): string[] {
  const seen = new SafeSet<string>();
  return arrayFilter(names, (name) => {
    const folded = stringToUpperCase(name);
    const isNew = !seen.has(folded);
    seen.add(folded);
    return isNew;
  });
}
