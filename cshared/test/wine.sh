# Sets up a separate Wine in $tmp, for the scripts that source this file. WINE is the program, CC a compiler for
# Windows.

export WINEPREFIX="$tmp/prefix" WINEDEBUG=-all
$WINE cmd /c exit >/dev/null 2>&1 || wrong "$WINE does not run"

# Go asks a DLL for random bytes that Windows has and Wine 8, the version in Debian 12, lacks: such a Wine gets one that calls
# its own function.
system=$WINEPREFIX/drive_c/windows/system32
if [ ! -e "$system/bcryptprimitives.dll" ]; then
	cat >"$tmp/random.c" <<'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE out, SIZE_T len) { return RtlGenRandom(out, (ULONG)len); }
C
	$CC -shared -o "$system/bcryptprimitives.dll" "$tmp/random.c" -ladvapi32
fi

# Wine's server, which Debian installs beside Wine, writes to the prefix until it ends.
wine_ends() {
	server=$(command -v wineserver || echo "$(dirname "$WINE")/wineserver")
	"$server" -k || : # it has ended by itself
	"$server" -w
}
