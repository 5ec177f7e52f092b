#!/bin/sh
# Tests the packages for Python and Java with the DLL inside: their answers to the vectors, from a Python and a Java for
# Windows that run in Wine.
#
#   CC=x86_64-w64-mingw32-gcc WINE=wine64 sh test/windows-packages.sh PYTHON JAVA WHEEL JARS TEMPORARY
#
# PYTHON and JAVA are folders with python.exe and bin/java.exe, JARS is the output of make java.
set -eu
python=$1/python.exe
java=$2/bin/java.exe
wheel=$3
jars=$4
tmp=$5/windows-packages
tests=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$tests/../.." && pwd)
rm -rf "$tmp"
mkdir -p "$tmp"

wrong() {
	echo "FAILED: $1" >&2
	exit 1
}

. "$tests/wine.sh"
# Python requires a recent Windows. Wine 8 claims to be an older one.
$WINE reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null

# conforms TESTEE…: answers all vectors.
conforms() { "$top/bin/rowlens" conform "$top"/golden/vectors/*.jsonl.gz -- "$@" 2>&1 | tail -n 4 | tee "$tmp/said" && grep -q '^[1-9][0-9]* passed, 0 failed, 0 unsupported$' "$tmp/said"; }

echo "Python: the wheel with its DLL and nothing else"
python3 -m zipfile -e "$wheel" "$tmp/site"
cp "$top/cshared/python/testee.py" "$tmp"
# The tests read UTF-8 files. Python accepts Wine's pipes, but not its other handles.
export PYTHONPATH="$tmp/site" PYTHONUTF8=1 PYTHONDONTWRITEBYTECODE=1
(cd "$tmp" && conforms $WINE "$python" testee.py) || wrong "the Python package with the DLL"
(cd "$top/cshared/python/tests" && : | $WINE "$python" -m unittest test_hostile test_paths test_tables.StatsTest test_tables.DiffTest 2>&1) |
	tr -d '\r' | tee "$tmp/said"
tail -n 1 "$tmp/said" | grep -q '^OK$' || wrong "tests of the Python package with the DLL"

# To seed random numbers, Java asks for the network interfaces with a function that Wine 8 lacks, and ends. Without any
# interface it continues.
{
	for f in GetAdaptersAddresses GetAnycastIpAddressTable GetIfEntry2 GetIfTable2 GetUnicastIpAddressTable ConvertInterfaceLuidToNameW; do
		echo "__declspec(dllexport) unsigned long $f(void) { return 50; } // ERROR_NOT_SUPPORTED"
	done
	echo '__declspec(dllexport) void FreeMibTable(void *table) { (void)table; }'
} >"$tmp/interfaces.c"
$CC -shared -o "$(dirname "$java")/iphlpapi.dll" "$tmp/interfaces.c"
export WINEDLLOVERRIDES='iphlpapi=n,b'

extracted() { ls -d "$WINEPREFIX"/drive_c/users/*/Temp/rowlens-* 2>/dev/null || :; }

# Through the foreign functions of Java 22, and through JNA.
for how in true false; do
	echo "Java: the JAR with its DLL, multi-release $how"
	conforms $WINE "$java" -Djdk.util.jar.enableMultiRelease=$how --enable-native-access=ALL-UNNAMED -XX:+DisplayVMOutputToStderr \
		-cp "$jars/test-classes;$jars/*;$jars/lib/*" io.github.rowlens.Testee || wrong "the JAR with the DLL, multi-release $how"
	[ $how = true ] || break
	extracted >"$tmp/left"
	extracted | sed 's|$|/lock|' | xargs touch -d '1 hour ago'
done
# A Windows process cannot remove a DLL that it has opened. Later processes do.
[ -s "$tmp/left" ] || wrong "no JVM has left its DLL"
extracted | grep -F -x -f "$tmp/left" && wrong "what a JVM left is still there"
wine_ends
rm -rf "$tmp"
