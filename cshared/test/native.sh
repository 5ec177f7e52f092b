#!/bin/sh
# Compares a library built by Zig's compiler with the one built by this machine's compiler: it must have the
# same symbols, soname and functions, and no symbol of a glibc newer than 2.17. Programs that use it run as
# they would on its processor.
#
#   CC='python-zig cc -target …' RUN='qemu-aarch64-static -L …' sh test/native.sh HERE NATIVE TEMPORARY REQUESTS ANSWERS
#
# RUN is empty if this machine can run them itself.
set -eu
here=$1
native=$2
tmp=$3/native
requests=$4
answers=$5
tests=$(cd "$(dirname "$0")" && pwd)
name=librowlens.so.1
rm -rf "$tmp"
mkdir -p "$tmp"

wrong() {
	echo "FAILED: $1" >&2
	exit 1
}

# GNU's linker also writes a symbol for the version itself.
symbols() { nm -D --defined-only "$1/lib/$name" | awk '$2 != "A" {print $3}' | LC_ALL=C sort; }
needed() { readelf -d "$1/lib/$name" | sed -n 's/.*(\(SONAME\|NEEDED\)).*\[\(.*\)\]/\1 \2/p' | LC_ALL=C sort; }

echo "symbols: those of the build for this machine"
symbols "$here" >"$tmp/here"
symbols "$native" >"$tmp/native"
grep -q '^rl_decode@@ROWLENS_1$' "$tmp/here" || wrong "nm does not list rl_decode"
diff "$tmp/here" "$tmp/native" || wrong "the symbols differ"

echo "glibc: 2.17 or older"
versions=$(readelf -VW "$native/lib/$name" | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -Vu)
[ -n "$versions" ] || wrong "readelf names no version of glibc"
newest=$(printf '%s\n2.17\n' "$versions" | sort -V | tail -n 1)
[ "$newest" = 2.17 ] || wrong "it needs glibc $newest"

echo "dynamic section: the soname, and nothing but glibc"
needed "$native" | grep -qx "SONAME $name" || wrong "no soname $name"
needed "$native" | grep '^NEEDED' | grep -vE '^NEEDED (libc\.so\.6|libpthread\.so\.0|ld-linux[-a-z0-9]*\.so\.[12])$' && wrong "it needs more than glibc"
readelf -SW "$native/lib/$name" | grep -E '\.(symtab|debug)' && wrong "it is not stripped"
readelf -dW "$native/lib/$name" | grep -E 'TEXTREL|RPATH|RUNPATH' && wrong "the dynamic section has what it should not"

echo "pkg-config: programs with the shared and the static library say the version"
cat >"$tmp/version.c" <<'C'
#include <rowlens.h>
#include <stdio.h>
int main(void) {
	puts(rl_version());
	return rl_abi_version() != RL_ABI_VERSION;
}
C
export PKG_CONFIG_PATH="$native/lib/pkgconfig"
version=$(pkg-config --modversion rowlens)
# shellcheck disable=SC2046,SC2086 # the flags and the commands are words
$CC -o "$tmp/shared" "$tmp/version.c" $(pkg-config --cflags --libs rowlens) -Wl,-rpath,"$native/lib"
# shellcheck disable=SC2046,SC2086
$CC -o "$tmp/static" "$tmp/version.c" $(pkg-config --cflags rowlens) "$native/lib/librowlens.a" -lpthread
readelf -d "$tmp/static" | grep -q librowlens && wrong "the static program needs the shared library"
for program in shared static; do
	# shellcheck disable=SC2086
	[ "$($RUN "$tmp/$program")" = "$version" ] || wrong "the $program program does not say $version"
done

echo "vectors: every 25th through the library, and what the tests of the interface do"
sampled='FNR == NR { keep[FNR] = FNR % 25 == 1 || /"op" *: *"define"/ } keep[FNR] && FNR != NR { print }'
awk "$sampled" "$requests" "$requests" >"$tmp/requests.jsonl"
awk "$sampled" "$requests" "$answers" >"$tmp/answers.jsonl"
[ "$(wc -l <"$tmp/answers.jsonl")" -gt 1000 ] || wrong "only $(wc -l <"$tmp/answers.jsonl") vectors"
# shellcheck disable=SC2086
$CC -std=c99 -O1 -I"$native/include" -o "$tmp/ctest" "$tests"/*.c "$native/lib/$name" -Wl,-rpath,"$native/lib" -lpthread
# shellcheck disable=SC2086
SWEEP=1000 BRIEF=1 $RUN "$tmp/ctest" "$tmp/requests.jsonl" "$tmp/answers.jsonl" vectors arguments batches kinds shapes orders stats diff fork
rm -rf "$tmp"
