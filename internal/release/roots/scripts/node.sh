# The tarball by npm, without a registry, then README.md's example as a module and required.
mkdir app
cd app
echo '{"private":true}' >package.json
npm=$(ls /usr/local/share/npm/bin/npm-cli.js)
node "$npm" install --offline --no-audit --no-fund --loglevel=warn /srv/*.tgz
cp /srv/example.mjs .
node example.mjs
