#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

use std::path::{Path, PathBuf};

/// The folder of the static library for a target; `None` if there is none for it.
///
/// ```
/// assert!(rowlens_src::lib_dir("riscv32i-unknown-none-elf").is_none());
/// ```
pub fn lib_dir(target: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lib").join(target);
    folder.join("librowlens.a").exists().then_some(folder)
}
