# The program in the documentation, linked against the DLL by GNU's compiler, and run in Wine.
unzip -q /srv/*.zip
library=$(echo /opt/rowlens-*-c-windows-*)
x86_64-w64-mingw32-gcc -std=c11 -o example.exe /srv/example.c -I"$library/include" "$library/lib/librowlens.dll.a"
cp "$library/bin/rowlens.dll" .
WINEDEBUG=-all /usr/lib/wine/wine64 example.exe
