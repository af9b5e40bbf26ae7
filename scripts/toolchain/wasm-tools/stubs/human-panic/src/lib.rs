//! Only the program `wasm-pack` uses it, which is not compiled here.
