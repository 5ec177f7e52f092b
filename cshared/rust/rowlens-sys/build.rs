//! Finds the C library: in ROWLENS_LIB_DIR, else in the crate rowlens-src (feature vendored) or through pkg-config.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::exit;

/// The names that the linker and the loader look for.
const FILES: [&str; 2] = ["librowlens.so", "librowlens.so.1"];

fn main() {
    for name in ["ROWLENS_LIB_DIR", "PKG_CONFIG", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR", "DOCS_RS"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("DOCS_RS").is_some() {
        return; // documentation is built without linking
    }
    if let Err(why) = link() {
        eprintln!("{why}");
        exit(1);
    }
}

/// What to look for: the static library, or the shared one.
const WANTED: &str = if cfg!(feature = "static") { "librowlens.a" } else { FILES[0] };

fn link() -> Result<(), Box<dyn Error>> {
    let how = if cfg!(feature = "static") { "static" } else { "dylib" };
    println!("cargo:rustc-link-lib={how}=rowlens");
    let folder = match given()? {
        Some(folder) => folder,
        None => match asked()? {
            Some(folder) => folder,
            None => return Ok(()), // where the linker looks anyway
        },
    };
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:lib_dir={}", folder.display());
    if cfg!(feature = "static") {
        println!("cargo:rerun-if-changed={}", folder.join(WANTED).display());
        return Ok(());
    }
    beside(&folder)
}

/// The folder that ROWLENS_LIB_DIR names. An empty value counts as unset.
fn given() -> Result<Option<PathBuf>, String> {
    let folder = match env::var_os("ROWLENS_LIB_DIR") {
        Some(text) if !text.is_empty() => PathBuf::from(text),
        _ => return Ok(None),
    };
    let folder = fs::canonicalize(&folder).unwrap_or(folder);
    if !folder.join(WANTED).exists() {
        return Err(format!("there is no {} in {}, which ROWLENS_LIB_DIR names: build it with make cshared, or name another folder", WANTED, folder.display()));
    }
    Ok(Some(folder))
}

#[cfg(feature = "vendored")]
fn asked() -> Result<Option<PathBuf>, String> {
    let target = env::var("TARGET").unwrap_or_default();
    let folder = rowlens_src::lib_dir(&target);
    folder.map(Some).ok_or_else(|| format!("rowlens-src has no library for {target}: set ROWLENS_LIB_DIR to the folder of its librowlens.a"))
}

#[cfg(all(feature = "pkg-config", not(feature = "vendored")))]
fn asked() -> Result<Option<PathBuf>, String> {
    const INSTEAD: &str = "install the C library with its rowlens.pc, or set ROWLENS_LIB_DIR to the folder of librowlens.so";
    let program = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".to_string());
    let run = std::process::Command::new(&program).args(["--libs-only-L", "rowlens >= 0.1"]).output();
    let said = run.map_err(|e| format!("{program} cannot be run ({e}): {INSTEAD}"))?;
    if !said.status.success() {
        return Err(format!("{program} does not know rowlens: {INSTEAD}\n{}", String::from_utf8_lossy(&said.stderr)));
    }
    let flags = String::from_utf8_lossy(&said.stdout).trim().to_string();
    Ok(flags.strip_prefix("-L").map(|folder| PathBuf::from(folder.replace("\\ ", " "))))
}

#[cfg(not(any(feature = "pkg-config", feature = "vendored")))]
fn asked() -> Result<Option<PathBuf>, String> {
    Err(format!("set ROWLENS_LIB_DIR to the folder of {WANTED}, or switch the feature pkg-config or vendored on"))
}

/// Links the library into the build's own folder. Cargo makes programs that it runs look for
/// libraries there, and only there, so that they start without LD_LIBRARY_PATH.
fn beside(folder: &Path) -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for file in FILES {
        let link = out.join(file);
        if fs::symlink_metadata(&link).is_ok() {
            fs::remove_file(&link)?;
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.join(file), &link)?;
    }
    println!("cargo:rustc-link-search=native={}", out.display());
    Ok(())
}
