# The package for arm64, as a second architecture of this Debian. Its command runs only in the
# emulator.
dpkg --add-architecture arm64
dpkg -i /srv/*.deb >/dev/null
emulated() { /srv/qemu /usr/bin/rowlens "$@"; }
emulated version
emulated inspect 8a21aff9346974656d002bdafe659d297e2983
emulated serve --write /opt/page.html
grep -qi '<!doctype html>' /opt/page.html
