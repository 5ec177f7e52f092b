# pip installs the wheel in a virtual environment, without an index. Then README.md's example runs.
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --no-index /srv/*.whl
venv/bin/pip check
venv/bin/python /srv/example.py
venv/bin/python -m rowlens 8a21aff9346974656d002bdafe659d297e2983 >/opt/shown
venv/bin/pip uninstall --quiet --disable-pip-version-check --yes rowlens
