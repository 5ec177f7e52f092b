# The page in a browser without a network, as a single file from disk or as a folder on any web server. It must
# decode what the link contains.
address=file://$(echo /srv/rowlens-*-page.html)
server=
if [ -e /srv/rowlens-*-page.tar.gz ]; then
	mkdir page
	tar xzf /srv/*.tar.gz -C page --strip-components=1
	python3 -m http.server --bind 127.0.0.1 --directory page 8000 >/opt/said 2>&1 &
	server=$!
	address=http://127.0.0.1:8000/
fi
data=$(printf 8a21aff9346974656d002bdafe659d297e2983 | base64 | tr '+/' '-_' | tr -d '=')
chromedriver --port=9515 >>/opt/said 2>&1 &
driver=$!
python3 /srv/page.py "$address#data=$data" 'edge count row key' || {
	cat /opt/said
	exit 1
}
kill $driver $server
