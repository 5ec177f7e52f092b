# Starts the server, fetches the page and the decoder as a browser would, and stops it.
rowlens serve --addr 127.0.0.1:8787 >/opt/served 2>&1 &
server=$!
fetch() {
	exec 3<>/dev/tcp/127.0.0.1/8787 || return
	printf 'GET /%s HTTP/1.0\r\nHost: 127.0.0.1:8787\r\n\r\n' "$1" >&3
	cat <&3
	exec 3<&-
}
until grep -q http /opt/served 2>/dev/null; do
	kill -0 $server
	sleep 0.1
done
fetch '' | grep -i '<!doctype html>' >/dev/null
fetch rowlens.wasm | grep -a asm >/dev/null
kill -INT $server
wait $server
