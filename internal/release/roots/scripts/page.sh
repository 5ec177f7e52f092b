# The page as one file, opened from disk in a browser that has no network; it decodes what the link holds.
data=$(printf 8a21aff9346974656d002bdafe659d297e2983 | base64 | tr '+/' '-_' | tr -d '=')
chromedriver --port=9515 >/opt/said 2>&1 &
driver=$!
python3 /srv/page.py "file://$(echo /srv/rowlens-*-page.html)#data=$data" 'edge count row key' || {
	cat /opt/said
	exit 1
}
kill $driver
