/**
 * The crates that only adapt to Node and the browser: they need their host's symbols to link, and
 * the specs test them.
 */
export const adapters = ['rt-napi', 'rt-querystring-wasm'];

/** Cargo's arguments to leave crates out. */
export function without(crates) {
  return crates.flatMap((crate) => ['--exclude', crate]);
}
