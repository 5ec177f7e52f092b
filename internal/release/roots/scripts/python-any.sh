# pip installs the wheel for any system, without an index. It reports what it lacks; with that, the example in README.md
# runs.
python3 -m venv venv
pip() { venv/bin/pip --quiet --disable-pip-version-check "$@"; }
pip install --no-index /srv/*.whl
said=$(venv/bin/python -m rowlens 8a21aff9346974656d002bdafe659d297e2983 2>&1) && exit 1
echo "$said" | tail -n 1
pip install --no-index --find-links /usr/local/share/wheels "rowlens[wasm] @ file://$(echo /srv/*.whl)"
pip check
venv/bin/python /srv/example.py
pip uninstall --yes rowlens
