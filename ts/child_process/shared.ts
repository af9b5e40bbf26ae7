/** State that the module, its channels and the preloads share: a bundle of its own (`scripts/build/bundle-table.mjs`), so that there is one of it. */
export * from './active-resources';
export * from './deviations';
export * from './module-exports';
export * from './spawn-sync-instead';
