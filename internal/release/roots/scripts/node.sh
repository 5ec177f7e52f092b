# npm installs the tarball without a registry. README.md's example runs as a module and with
# require.
mkdir app
cd app
echo '{"private":true}' >package.json
npm=$(ls /usr/local/share/npm/bin/npm-cli.js)
node "$npm" install --offline --no-audit --no-fund --loglevel=warn /srv/*.tgz
cp /srv/example.mjs .
node example.mjs
