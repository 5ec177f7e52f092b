#!/bin/sh
# Compiles and runs the program in docs/c.md, and compares its output with the document.
#
#   CC=gcc sh test/document.sh OUT TEMPORARY
#
# RUN is the program that runs Windows programs, if CC compiles for Windows.
set -eu
out=$1
tmp=$2
document=$(cd "$(dirname "$0")/../.." && pwd)/docs/c.md

# The first block in a language.
block() {
	awk -v fence="\`\`\`$1" '$0 == "```" && inside {exit} inside {print} $0 == fence {inside = 1}' "$document"
}

block c >"$tmp/document.c"
block text >"$tmp/document.want"
program=$tmp/document path=-Wl,-rpath,$out/lib
[ -z "${RUN:-}" ] || program=$tmp/document.exe path=
# shellcheck disable=SC2086 # the commands are words
$CC -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$out/include" -o "$program" "$tmp/document.c" -L"$out/lib" -lrowlens $path
${RUN:-} "$program" | tr -d '\r' >"$tmp/document.got"
diff "$tmp/document.want" "$tmp/document.got"
test -s "$tmp/document.got"
echo "document: the program in docs/c.md prints what it says"
