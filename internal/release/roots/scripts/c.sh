# The program in the documentation, compiled with the flags from pkg-config: against the shared
# library, the static one, and as C++.
tar xzf /srv/*.tar.gz
export PKG_CONFIG_PATH=$(echo /opt/rowlens-*/lib/pkgconfig)
library=$(pkg-config --variable=libdir rowlens)
cc -std=c11 -Wall -Wextra -Wpedantic -Werror -o shared /srv/example.c $(pkg-config --cflags --libs rowlens)
LD_LIBRARY_PATH=$library ./shared
cc -std=c11 -o static /srv/example.c $(pkg-config --cflags rowlens) "$library/librowlens.a" -lpthread
./static >static.txt
LD_LIBRARY_PATH=$library ./shared | diff - static.txt
echo '#include <rowlens.h>' >header.cc
g++ -std=c++17 -Wall -Wextra -Werror -c header.cc $(pkg-config --cflags rowlens)
