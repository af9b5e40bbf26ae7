/**
 * A bundle that requires each of Node's modules once. The bundler writes a `require` for each of
 * our modules that imports one, and Node takes some 5 µs for each of them.
 *
 * Lines stay where they are, for the source map.
 *
 * @param {string} text the bundle
 */
export function requiredOnce(text) {
  const names = new Map();
  return text.replace(/^var (\w+) = require\("(node:[\w/]+)"\);$/gm, (line, name, module) => {
    const first = names.get(module);
    if (first !== undefined) return `var ${name} = ${first};`;
    names.set(module, name);
    return line;
  });
}
