/**
 * A bundle in which V8 compiles some functions together with the file: it does that with function
 * expressions in parentheses, and takes them to be called at once. Of other functions it only looks
 * for the end, and reads them again when they are called.
 *
 * Here and not in the sources, since formatters take such parentheses away. Lines stay where they
 * are, for the source map.
 *
 * @param {string} text the bundle
 * @param {string[]} names functions that are declared in it, before the first use
 */
export function compiledAtOnce(text, names) {
  return names.reduce((result, name) => {
    const declaration = new RegExp(`^function ${name}(\\(.*?^\\})$`, 'ms');
    if (!declaration.test(result)) throw new Error(`scripts/build/bundle-table.mjs: there is no function ${name}`);
    return result.replace(declaration, (_, rest) => `var ${name} = (function ${name}${rest});`);
  }, text);
}
