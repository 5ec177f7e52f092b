#!/bin/sh
# Tests the library as a file: its symbols, its header, its installation, and that the same sources
# make the same bytes.
#
#   CC=gcc CXX=g++ GO=go sh test/library.sh OUT TEMPORARY
#
# Static programs are linked with the archive, which has no symbol versions.
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
printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s\n' "$tmp/root/usr/lib" "$tmp/version" >"$tmp/version-of"
chmod +x "$tmp/version-of"
[ "$("$tmp/version-of")" = "$(PKG_CONFIG_PATH="$tmp/root/usr/lib/pkgconfig" pkg-config --modversion rowlens)" ] ||
	wrong "the version differs from that of rowlens.pc"

echo "static: a program without the shared library"
flags=$(PKG_CONFIG_PATH="$tmp/root/usr/lib/pkgconfig" pkg-config --static --cflags --libs rowlens | sed 's/-lrowlens/-l:librowlens.a/')
# shellcheck disable=SC2086
$CC -o "$tmp/static" "$tmp/version.c" $flags
readelf -d "$tmp/static" | grep -q librowlens && wrong "the static program needs the shared library"
"$tmp/static" | grep -qx "$("$tmp/version-of")" || wrong "the static program says another version"

echo "CMake: a project of five lines, shared and static"
mkdir -p "$tmp/project"
cp "$tmp/version.c" "$tmp/project/main.c"
cat >"$tmp/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.13)
project(uses_rowlens C)
find_package(rowlens 1 CONFIG REQUIRED)
add_executable(shared main.c)
target_link_libraries(shared rowlens::rowlens)
add_executable(static main.c)
target_link_libraries(static rowlens::static)
CMAKE
rm -rf "$tmp/project/build"
cmake -S "$tmp/project" -B "$tmp/project/build" -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$tmp/root/usr" >/dev/null
cmake --build "$tmp/project/build" >/dev/null
"$tmp/project/build/shared" | grep -qx "$("$tmp/version-of")" || wrong "the program made with CMake says another version"
"$tmp/project/build/static" | grep -qx "$("$tmp/version-of")" || wrong "the static program made with CMake says another version"
sed -i 's/find_package(rowlens 1 /find_package(rowlens 2 /' "$tmp/project/CMakeLists.txt"
cmake -S "$tmp/project" -B "$tmp/project/build" -DCMAKE_PREFIX_PATH="$tmp/root/usr" >/dev/null 2>&1 && wrong "version 1 passes for version 2"

echo "manual: it has every function and every code"
sed -n 's/^[a-z].*[ *]\(rl_[a-z0-9_]*\)(.*/\1/p' "$here/include/rowlens.h" | while read -r name; do
	grep -q "$name(" "$tmp/root/usr/share/man/man3/rowlens.3" || wrong "rowlens.3 lacks $name"
done
sed -n 's/.*\(RL_E_[A-Z_]*\) = -.*/\1/p' "$here/include/rowlens.h" | while read -r name; do
	grep -qx ".B $name" "$tmp/root/usr/share/man/man3/rowlens.3" || wrong "rowlens.3 lacks $name"
done

echo "contents: the modules that THIRD_PARTY lists for it"
linked=$($GO version -m "$library" | sed -n 's/^\tdep\t\([^\t]*\)\t.*/\1/p' | LC_ALL=C sort | tr '\n' ' ')
listed=$(sed -n 's/^In the C library: //p' "$here/../THIRD_PARTY")
[ "$linked" = "$listed " ] || wrong "THIRD_PARTY says that the library has the modules $listed; it has $linked"
cmp "$tmp/root/usr/share/doc/rowlens/ABI.md" "$here/package/ABI.md"
for file in LICENSE NOTICE THIRD_PARTY; do
	cmp "$tmp/root/usr/share/doc/rowlens/$file" "$here/../$file"
done

echo "reproducible: two folders and an empty cache make the same bytes"
for copy in one two-longer; do
	rm -rf "${tmp:?}/$copy"
	mkdir -p "$tmp/$copy"
	(cd "$here/.." && tar -cf - go.mod go.sum LICENSE NOTICE THIRD_PARTY codec internal cshared) | tar -xf - -C "$tmp/$copy"
done
make -s --no-print-directory -C "$tmp/one/cshared" OUT="$tmp/one/c" >/dev/null
GOCACHE="$tmp/cache" make -s --no-print-directory -C "$tmp/two-longer/cshared" OUT="$tmp/two-longer/c" >/dev/null
for file in librowlens.so.1 librowlens.a; do
	cmp "$tmp/one/c/lib/$file" "$tmp/two-longer/c/lib/$file" || wrong "two builds of $file differ"
done
rm -rf "$tmp/one" "$tmp/two-longer" "$tmp/cache"
