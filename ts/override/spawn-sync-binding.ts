/** What lies below Node's `spawnSync()`, as far as programs replace it. */
interface SpawnSyncBinding {
  spawn: unknown;
}

/** Deprecated (DEP0111), and not in the types. */
interface WithBinding {
  binding?: (name: string) => unknown;
}

/**
 * Watches for programs that replace `process.binding('spawn_sync').spawn` in order to see and to
 * change what `spawnSync()` starts, as they replace `ChildProcess.prototype.spawn` for the
 * asynchronous functions (nyc and spawn-wrap hand their own preload on so).
 *
 * Nothing is asked of the binding until a program does: Node warns of its use with
 * `--pending-deprecation`.
 *
 * @returns a function that says whether a program has replaced it
 */
export function watchSpawnSyncBinding(): () => boolean {
  const target = process as WithBinding;
  const original = target.binding;
  if (typeof original !== 'function') return () => false;
  let found: SpawnSyncBinding | undefined;
  let native: unknown;
  target.binding = function binding(name) {
    const result = original.call(this, name);
    if (name === 'spawn_sync' && !found) {
      found = result as SpawnSyncBinding;
      native = found.spawn;
    }
    return result;
  };
  return () => found !== undefined && found.spawn !== native;
}
