//! What wasm-pack calls of `binary-install`, without downloads: only tools that are there are
//! found.

use anyhow::{Result, bail};
use std::env;
use std::path::{Path, PathBuf};

/// The folder that downloads would go to.
#[derive(Debug)]
pub struct Cache {
    /// Its path.
    pub destination: PathBuf,
}

impl Cache {
    /// A folder among the temporary files: nothing is ever put into it.
    pub fn new(name: &str) -> Result<Self> {
        Ok(Self::at(&env::temp_dir().join(format!(".{name}"))))
    }

    /// A folder at this path.
    pub fn at(path: &Path) -> Self {
        Self { destination: path.to_path_buf() }
    }

    /// A path in the folder.
    pub fn join(&self, path: &Path) -> PathBuf {
        self.destination.join(path)
    }

    /// Fails.
    pub fn download(&self, _: bool, name: &str, _: &[&str], url: &str) -> Result<Option<Download>> {
        bail!("this build of wasm-pack has no network: {name} is not downloaded from {url}")
    }
}

/// A folder of programs.
#[derive(Debug, Clone)]
pub struct Download {
    root: PathBuf,
}

impl Download {
    /// The programs in this folder.
    pub fn at(path: &Path) -> Self {
        Self { root: path.to_path_buf() }
    }

    /// The path of a program in the folder.
    pub fn binary(&self, name: &str) -> Result<PathBuf> {
        let path = self.root.join(name).with_extension(env::consts::EXE_EXTENSION);
        if !path.is_file() {
            bail!("{} does not exist", path.display());
        }
        Ok(path)
    }
}
