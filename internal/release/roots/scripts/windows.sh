# The command for Windows, run in Wine because no Windows is available.
unzip -q /srv/*.zip
cd rowlens-*
wine() { WINEDEBUG=-all /usr/lib/wine/wine64 "$@"; }
wine rowlens.exe version
wine rowlens.exe inspect 8a21aff9346974656d002bdafe659d297e2983
wine rowlens.exe serve --write page.html
grep -qi '<!doctype html>' page.html
