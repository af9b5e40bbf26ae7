//! Sets the linker options that a Node-API addon needs.

fn main() {
    napi_build::setup();
}
