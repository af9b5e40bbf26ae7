const own = 0;
const standard = new Set(['std', 'core', 'alloc']);

/**
 * The types and traits of other crates that a crate's interface names, with an item that names
 * each, from rustdoc's JSON (https://docs.rs/rustdoc-types). The standard library's are left out.
 *
 * @param {{ index: object, paths: object, external_crates: object }} documentation
 * @returns {Map<string, string>} by path, such as `tokio::io::AsyncRead`
 */
export function externalTypes({ index, paths, external_crates: crates }) {
  const found = new Map();
  for (const item of Object.values(index)) {
    if (item.crate_id !== own || !isInterface(item)) continue;
    for (const id of namedIn(shape(item))) {
      const named = paths[id];
      if (named === undefined || named.crate_id === own || standard.has(crates[named.crate_id].name)) continue;
      found.set(named.path.join('::'), item.name ?? item.span?.filename ?? item.id);
    }
  }
  return found;
}

/**
 * What rustdoc derives for every type (`Send`, blanket implementations) names what the crate did
 * not write.
 */
function isInterface({ inner }) {
  const implementation = inner.impl;
  return implementation === undefined || (!implementation.is_synthetic && implementation.blanket_impl === null);
}

/** An item without the items inside it, which are visited on their own. */
function shape({ inner }) {
  const { impl: implementation } = inner;
  return implementation
    ? { for: implementation.for, trait: implementation.trait && { resolved_path: implementation.trait } }
    : inner;
}

function* namedIn(value) {
  if (value === null || typeof value !== 'object') return;
  for (const [key, part] of Object.entries(value)) {
    // A bound names a trait, a type its declaration.
    if ((key === 'resolved_path' || key === 'trait') && part?.id !== undefined) yield part.id;
    yield* namedIn(part);
  }
}
