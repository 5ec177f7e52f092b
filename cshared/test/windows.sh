#!/bin/sh
# Tests the library as a DLL: its functions, its dependencies, and the tests of the interface, compiled by GNU's compiler for
# Windows and run in Wine.
#
#   CC=x86_64-w64-mingw32-gcc WINE=wine64 STORES=… sh test/windows.sh DLL TEMPORARY REQUESTS ANSWERS
set -eu
dll=$1
tmp=$2/windows
requests=$3
answers=$4
tests=$(cd "$(dirname "$0")" && pwd)
rm -rf "$tmp"
mkdir -p "$tmp"

wrong() {
	echo "FAILED: $1" >&2
	exit 1
}

listed() { LC_ALL=C TZ=UTC0 "${CC%-gcc}-objdump" -p "$dll/bin/rowlens.dll" | tr -d '\r'; }

echo "exports: the functions of rowlens.h, and those of Go's that they call"
listed | sed -n '/Name Pointer\] Table/,/^$/s/^.*\[ *[0-9]*\].* //p' | LC_ALL=C sort >"$tmp/all"
grep -v '^rowlens_go_' "$tmp/all" >"$tmp/exported"
sed -n 's/^[a-z].*[ *]\(rl_[a-z0-9_]*\)(.*/\1/p' "$dll/include/rowlens.h" | LC_ALL=C sort >"$tmp/declared"
diff "$tmp/declared" "$tmp/exported" || wrong "the DLL's functions are not those that rowlens.h declares"

echo "imports: what each Windows has; and no time of its making"
listed | sed -n 's/^.*DLL Name: //p' | LC_ALL=C sort >"$tmp/needed"
printf 'KERNEL32.dll\nmsvcrt.dll\n' | diff - "$tmp/needed" || wrong "it needs something else"
listed | grep -q '^Time/Date.*1970$' || wrong "it says when it was made"

. "$tests/wine.sh"

echo "vectors: every 25th through the library, and what the tests of the interface do"
sampled='FNR == NR { keep[FNR] = FNR % 25 == 1 || /"op" *: *"define"/ } keep[FNR] && FNR != NR { print }'
awk "$sampled" "$requests" "$requests" >"$tmp/requests.jsonl"
awk "$sampled" "$requests" "$answers" >"$tmp/answers.jsonl"
[ "$(wc -l <"$tmp/answers.jsonl")" -gt 1000 ] || wrong "only $(wc -l <"$tmp/answers.jsonl") vectors"
$CC -std=c99 -O1 -Wall -Wextra -Werror -D__USE_MINGW_ANSI_STDIO=1 -I"$dll/include" -o "$tmp/ctest.exe" "$tests"/*.c \
	"$dll/lib/librowlens.dll.a" -static -lpthread
cp "$dll/bin/rowlens.dll" "$tmp"
CC="$CC -D__USE_MINGW_ANSI_STDIO=1" RUN=$WINE sh "$tests/document.sh" "$dll" "$tmp"
cd "$tmp"
SWEEP=1000 BRIEF=1 $WINE ctest.exe requests.jsonl answers.jsonl \
	vectors capacities arguments batches columns kinds shapes orders stats diff stores threads
wine_ends
rm -rf "$tmp"
