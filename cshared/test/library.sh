#!/bin/sh
# The library as a file: its symbols, its header, its installation, and that the
# same sources make the same bytes.
#
#   CC=gcc CXX=g++ GO=go sh test/library.sh OUT TEMPORARY
set -eu
out=$1
tmp=$2
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$tmp"
library=$out/lib/librowlens.so.1

wrong() {
	echo "FAILED: $1" >&2
	exit 1
}

echo "symbols: only rl_, and the version node"
nm -D --defined-only "$library" | awk '{print $3}' | sed 's/@@ROWLENS_1$//' | sort >"$tmp/symbols"
{ echo ROWLENS_1; sed -n 's/^[a-z].*[ *]\(rl_[a-z0-9_]*\)(.*/\1/p' "$here/include/rowlens.h"; } | sort >"$tmp/declared"
diff "$tmp/declared" "$tmp/symbols" || wrong "the library's symbols are not those that rowlens.h declares"

echo "dynamic section: the soname, and no library but libc"
readelf -d "$library" | grep -q 'SONAME.*\[librowlens\.so\.1\]' || wrong "no soname librowlens.so.1"
readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -vE '^(libc\.so|libpthread\.so|ld-linux)' && wrong "it needs more than libc"

echo "header: no warning in C99 and in C++17"
echo '#include "rowlens.h"' >"$tmp/header.c"
cp "$tmp/header.c" "$tmp/header.cc"
$CC -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$out/include" -fsyntax-only "$tmp/header.c"
$CXX -std=c++17 -Wall -Wextra -Wpedantic -Werror -I"$out/include" -fsyntax-only "$tmp/header.cc"

echo "pkg-config: a program builds against a DESTDIR installation"
rm -rf "$tmp/root"
make -s --no-print-directory -C "$here" install OUT="$out" DESTDIR="$tmp/root" PREFIX=/usr
cat >"$tmp/version.c" <<'C'
#include <rowlens.h>
#include <stdio.h>
int main(void) {
	puts(rl_version());
	return rl_abi_version() != RL_ABI_VERSION;
}
C
flags=$(PKG_CONFIG_PATH="$tmp/root/usr/lib/pkgconfig" pkg-config --cflags --libs rowlens)
# shellcheck disable=SC2086 # the flags are words
$CC -o "$tmp/version" "$tmp/version.c" $flags
[ "$(LD_LIBRARY_PATH="$tmp/root/usr/lib" "$tmp/version")" = "$(PKG_CONFIG_PATH="$tmp/root/usr/lib/pkgconfig" pkg-config --modversion rowlens)" ] ||
	wrong "the version differs from that of rowlens.pc"

echo "reproducible: two folders and an empty cache make the same bytes"
for copy in one two-longer; do
	rm -rf "${tmp:?}/$copy"
	mkdir -p "$tmp/$copy"
	(cd "$here/.." && tar -cf - go.mod go.sum codec internal cshared) | tar -xf - -C "$tmp/$copy"
done
make -s --no-print-directory -C "$tmp/one/cshared" OUT="$tmp/one/c" >/dev/null
GOCACHE="$tmp/cache" make -s --no-print-directory -C "$tmp/two-longer/cshared" OUT="$tmp/two-longer/c" >/dev/null
cmp "$tmp/one/c/lib/librowlens.so.1" "$tmp/two-longer/c/lib/librowlens.so.1" || wrong "two builds differ"
rm -rf "$tmp/one" "$tmp/two-longer" "$tmp/cache"
