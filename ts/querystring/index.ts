/**
 * Parses and formats URL query strings: Node's `querystring`, by a codec in Rust.
 *
 * The codec runs in WebAssembly: for short texts a call into the native addon costs more than the codec saves (`bench/querystring` shows both). The
 * entries `rt-std/querystring/native` and `rt-std/querystring/wasm` choose.
 *
 * @packageDocumentation
 */
import querystring = require('./wasm');

export = querystring;
