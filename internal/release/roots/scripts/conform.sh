# The conformance archive, with the installed command: everything passes, and a testee that gives one wrong
# answer is detected.
dpkg -i /srv/*.deb >/dev/null
rowlens conform /srv/*-conformance.tar.gz | tail -n 1
cat >testee <<'END'
rowlens batch | sed '/"id":"implexus.element.0001\/decode"/s/"fields":{/"fields":{"planted":1,/'
END
rowlens conform /srv/*-conformance.tar.gz -- bash testee >wrong.txt && exit 1
grep 'implexus.element.0001/decode' wrong.txt | head -n 1
tail -n 1 wrong.txt
