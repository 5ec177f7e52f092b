# The manual pages are read with man after the package was installed.
dpkg -i /srv/*.deb >/dev/null
man rowlens | grep 'decode' >/dev/null
man rowlens-decode | grep -A3 'NAME'
man --whatis rowlens-verify
