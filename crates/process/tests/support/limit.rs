//! A process that may have few descriptors.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Lets this process have 64 descriptors.
pub fn limit_to_64() {
    let limit = Rlimit {
        current: Some(64),
        ..getrlimit(Resource::Nofile)
    };
    setrlimit(Resource::Nofile, limit).unwrap();
}
