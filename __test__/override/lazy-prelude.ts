/** What the programs begin with whose loading is tested. */
export const PRELUDE = `
  const isLoaded = (name) => process.moduleLoadList.includes('NativeModule ' + name);
  const { strict: assert } = require('node:assert');
  const isOurs = (value) =>
    typeof value === 'function' && value !== require('rt-std/override').originalModules().childProcess[value.name];
`;
