import type * as forImport from './import';

/**
 * What loads the bundle for `import` when it is called. It is loaded now, too, in Node before 20.12
 * and 21.6, which can load no file while it loads the loader of ES modules.
 *
 * @param process - the real one; those versions have no `getBuiltinModule`
 */
export function importLoader(process: NodeJS.Process): () => typeof forImport {
  const load = () => require('./import') as typeof forImport;
  if (process.getBuiltinModule === undefined) load();
  return load;
}
