/** Rust's name for WebAssembly without an operating system, which is what wasm-bindgen works on. */
export const wasmTriple = 'wasm32-unknown-unknown';
