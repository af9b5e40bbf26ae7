import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/**
 * Writes the browser's build: one ES module with the WebAssembly in it as text.
 *
 * @param {Buffer} codec the WebAssembly module
 */
export async function bundleForBrowsers(codec) {
  const mask = smallestMask(codec);
  const contents = `
    import { createBrowserQuerystring } from './browser';
    const querystring = createBrowserQuerystring(${JSON.stringify(CODEC)}, ${mask});
    export const { unescapeBuffer, unescape, escape, stringify, encode, parse, decode } = querystring;
    export default querystring;
  `;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(root, 'ts', 'querystring'), sourcefile: 'browser-entry.mjs' },
    absWorkingDir: root,
    write: false,
    bundle: true,
    charset: 'utf8',
    format: 'esm',
    minify: true,
    mangleProps: ownMembers,
    platform: 'browser',
    target: ['es2022'],
    logLevel: 'warning',
  });
  const folder = join(root, 'dist', 'browser');
  mkdirSync(folder, { recursive: true });
  const [{ text }] = outputFiles;
  writeFileSync(
    join(folder, 'querystring.mjs'),
    text.replace(JSON.stringify(CODEC), () => literal(codec, mask)),
  );
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
