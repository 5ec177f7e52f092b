# The crates as path dependencies, with the C library and without a registry. The program is
# README.md's.
tar xzf /srv/rowlens-*-c-*.tar.gz
mkdir crates app app/src
for crate in /srv/*.crate; do tar xzf "$crate" -C crates; done
export ROWLENS_LIB_DIR=$(echo /opt/rowlens-*-c-*/lib)
cd app
cat >Cargo.toml <<END
[package]
name = "app"
version = "1.0.0"
edition = "2021"
[dependencies]
rowlens = "*"
[patch.crates-io]
rowlens = { path = "$(echo /opt/crates/rowlens-[0-9]*)" }
rowlens-src = { path = "$(echo /opt/crates/rowlens-src-*)" }
rowlens-sys = { path = "$(echo /opt/crates/rowlens-sys-*)" }
END
cp /srv/main.rs src
cargo run --quiet --offline
echo "ran to its end"
# Without the C library, and without saying where it is.
unset ROWLENS_LIB_DIR
rm -r /opt/rowlens-*-c-*
sed -i 's/^rowlens = "\*"/rowlens = { version = "*", features = ["vendored"] }/' Cargo.toml
cargo run --quiet --offline
echo "vendored too"
