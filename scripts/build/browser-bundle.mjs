import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from '../run/project.mjs';

/**
 * Members of the bundle's own objects, which no other object has: esbuild shortens their names. It
 * does not write the members of an enumeration as numbers if their names are shortened, so theirs
 * have no `$`.
 */
const ownMembers = /^\$/;

/** Stands in the source for the WebAssembly, which esbuild would write with longer escapes. */
const CODEC = '@codec@';

/** The functions of `rt-std/querystring` as exports, and which codec does their work. */
const exported = `
  export const { unescapeBuffer, unescape, escape, stringify, encode, parse, decode } = querystring;
  export { codec, querystring as default };
`;

/**
 * The same for `require()`: the object with the functions, which a program may replace, and the
 * codec where no loop over the object comes by.
 */
const required = `
  module.exports = Object.defineProperty(querystring, 'codec', { value: codec });
`;

/** Makes the module of the codec that an expression gets. */
const made = (backend, passedOn = exported) => `
  import { createBrowserQuerystring } from './browser';
  const { querystring, codec } = createBrowserQuerystring(() => ${backend});
  ${passedOn}
`;
/** Makes the module of the package's WebAssembly, by an import that gives a compiled module. */
const imported = (specifier) => `
  import compiled from ${JSON.stringify(specifier)};
  import { wasmBackend } from '../binding/querystring-wasm';
  import { unusedImports } from '../binding/wasm-imports';
  ${made('wasmBackend(compiled, unusedImports(compiled))')}
`;
/**
 * Gives `require()` the functions of an ES module. What imports WebAssembly is bundled whenever it
 * runs, and bundlers have no other way to import it.
 */
const requiredFrom = (name) => `
  const { codec, default: querystring } = require('./${name}.mjs');
  ${required}
`;

/**
 * Writes what runtimes without Node's modules load, each one module for `import` and one for
 * `require()`: for browsers with the WebAssembly in it as text, for React Native without any.
 * Runtimes that refuse to compile bytes import the file of the package: each in the way that its
 * bundlers know.
 *
 * @param {Buffer} codec the WebAssembly module for browsers
 */
export async function bundleForBrowsers(codec) {
  const mask = smallestMask(codec);
  const file = '../querystring/codec.wasm';
  const withCodec = async (passedOn, format) => {
    const text = await bundle(
      `
        import { compiledText } from './compiled-text';
        ${made(`new TextEncoder() && compiledText(${JSON.stringify(CODEC)}, ${mask})`, passedOn)}
      `,
      format,
      withoutTextCoders,
    );
    return text.replace(JSON.stringify(CODEC), () => literal(codec, mask));
  };
  const reactNative = `import { codec, querystring } from './react-native';`;
  const pairs = `export { get, parsePairs } from './pairs';`;
  const backend = `
    import { codec } from 'rt-std/querystring';
    import { backendsOf } from '../backend/browser';
    export const backend = backendsOf(codec);
  `;
  const texts = {
    'querystring.mjs': await withCodec(exported),
    'querystring.cjs': await withCodec(required, 'cjs'),
    'react-native.mjs': await bundle(reactNative + exported),
    'react-native.cjs': await bundle(reactNative + required, 'cjs'),
    'pairs.mjs': await bundle(pairs),
    'pairs.cjs': await bundle(pairs, 'cjs'),
    'workerd.mjs': await bundle(imported(file)),
    'workerd.cjs': await bundle(requiredFrom('workerd'), 'cjs'),
    'edge-light.mjs': await bundle(imported(`${file}?module`)),
    'edge-light.cjs': await bundle(requiredFrom('edge-light'), 'cjs'),
    'backend.mjs': await bundle(backend),
    'backend.cjs': await bundle(backend, 'cjs'),
  };
  mkdirSync(join(root, 'dist', 'browser'), { recursive: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, 'dist', 'browser', name), text);
}

/**
 * In browsers nothing can be turned off: the names of fast paths would only take space. Nor is
 * there a version of Node: the rules are those of Node 20 (`ts/querystring/node-rules.ts`).
 */
const withoutSwitches = (changes) => ({
  name: 'without switches',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]ts[\\/]querystring[\\/][^\\/]+\.ts$/ }, ({ path }) => ({
      contents: withoutConstants(
        changed(path, changes[basename(path, '.ts')])
          .replaceAll(/\bplatform\.\$isEnabled\('[a-z-]+'\)/g, 'true')
          .replace(/^import .* from '\.\/node-rules';$/m, '')
          .replaceAll(/\b(KEYS_STAND_ALONE|LOOKS_FOR_ESCAPES_FIRST|LOOKS_FOR_OPTIONS_FIRST)\b/g, 'false'),
      ),
      loader: 'ts',
    }));
  },
});

function changed(path, change) {
  const text = readFileSync(path, 'utf8');
  const result = change?.(text) ?? text;
  if (change !== undefined && !result.includes("=== 'function'")) throw new Error(`${path} is not what it was`);
  return result;
}

/**
 * The environment of Jest for pages, jsdom, has neither `TextEncoder` nor `TextDecoder`, and an
 * AudioWorklet of Chrome has none: the module for browsers does without them. Runtimes that import
 * WebAssembly have both.
 */
const withoutTextCoders = {
  'workspace-builtins': (text) =>
    text.replace(/= (withOwn\(new TextEncoder.*\));/, "= typeof TextEncoder === 'function' ? $1 : undefined;"),
  'browser-platform': (text) =>
    text
      .replace(/return (new TextDecoder.*);/, "return typeof TextDecoder === 'function' ? $1 : textOfUtf8(this);")
      .replace(/^/, "import { textOfUtf8 } from './utf8';\n"),
};

/** esbuild writes constants by name, unless they are the members of an enumeration. */
function withoutConstants(source) {
  let text = source;
  for (const [declaration, name, value] of source.matchAll(/^ *const (\w+) = (true|0x[\da-f]+|\d+);$/gm)) {
    text = text.replace(declaration, '').replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value);
  }
  return text;
}

async function bundle(contents, format = 'esm', changes = {}) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(root, 'ts', 'querystring'), sourcefile: 'browser-entry.mjs' },
    absWorkingDir: root,
    write: false,
    bundle: true,
    charset: 'utf8',
    external: ['*.wasm', '*.wasm?module', '*.mjs', 'rt-std/querystring'],
    format,
    // The sources are ES modules, which are strict.
    banner: format === 'cjs' ? { js: '"use strict";' } : {},
    minify: true,
    mangleProps: ownMembers,
    platform: 'browser',
    target: ['es2022'],
    plugins: [withoutSwitches(changes)],
    logLevel: 'warning',
    // What is written in ES modules ends in `module.exports` on purpose.
    logOverride: { 'commonjs-variable-in-esm': 'silent' },
  });
  return outputFiles[0].text;
}

/**
 * The bytes as the literal of a string. Only what must be escaped is: other control characters may
 * stand in a literal.
 */
function literal(codec, mask) {
  const escapes = { '\0': '\\x00', '\n': '\\n', '\r': '\\r', '"': '\\"', '\\': '\\\\' };
  const text = Buffer.from(codec.map((byte) => byte ^ mask)).toString('latin1');
  // NUL need not be escaped, but some tools take what holds it for no text.
  return `"${text.replace(/[\0\n\r"\\]/g, (character) => escapes[character])}"`;
}

// What is escaped is written with two characters or four, a byte above 127 takes two, and some
// bytes are frequent in WebAssembly. Combined with the right number, the frequent bytes become
// characters that take one: half a kilobyte less when it is compressed.
function smallestMask(codec) {
  const sizes = Array.from({ length: 256 }, (_, mask) => gzipSync(literal(codec, mask)).length);
  return sizes.indexOf(Math.min(...sizes));
}
