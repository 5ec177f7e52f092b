# The Debian package: installed, used, its manual pages read, and removed without a trace.
find / -xdev | sort >/opt/before
dpkg -i /srv/*.deb >/dev/null
rowlens version
rowlens inspect 8a21aff9346974656d002bdafe659d297e2983
gzip -dc /usr/share/man/man1/rowlens-decode.1.gz | grep '^.SH OPTIONS' >/dev/null
grep -q 'Apache License' /usr/share/doc/rowlens/copyright
. /usr/share/bash-completion/completions/rowlens
. /srv/serves.sh
dpkg --verify rowlens
dpkg --purge rowlens >/dev/null
find / -xdev | sort >/opt/after
diff /opt/before /opt/after | grep -v '/var/\|/opt/' | grep '^>' && exit 1
:
