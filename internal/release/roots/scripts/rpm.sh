# rpm checks and installs the package. Nothing else here was installed by rpm, so dependencies cannot
# be looked up.
rpm --checksig --nosignature /srv/*.rpm
rpm --install --nodeps /srv/*.rpm
rpm --verify rowlens
rpm --query --info rowlens | grep '^License'
rowlens version
rowlens inspect 8a21aff9346974656d002bdafe659d297e2983
. /srv/serves.sh
rpm --erase rowlens
[ ! -e /usr/bin/rowlens ]
