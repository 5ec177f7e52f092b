"""Opens a page in a browser, by its driver, and waits until it shows a text: page.py URL TEXT"""

import json
import sys
import time
import urllib.request

DRIVER = "http://127.0.0.1:9515/session"
# A root has no user but root, for whom the browser has no sandbox, and no shared memory to speak of.
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=/opt/profile"]


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(DRIVER + path, data), timeout=120) as answer:
        return json.load(answer)["value"]


def until(call, wanted):
    """Calls until the answer is wanted, for two minutes at most; returns the last answer."""
    end = time.monotonic() + 120
    while True:
        try:
            found = call()
        except OSError as error:  # the driver does not listen yet
            found = str(error)
        if wanted(found) or time.monotonic() > end:
            return found
        time.sleep(0.2)


url, text = sys.argv[1:]
wish = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": ARGUMENTS}}}}
session = "/" + until(lambda: ask("", wish), lambda found: isinstance(found, dict))["sessionId"]
ask(session + "/url", {"url": url})
script = {"script": "return document.body.innerText", "args": []}
shown = until(lambda: ask(session + "/execute/sync", script), lambda found: text.lower() in found.lower())
print(text if text.lower() in shown.lower() else "The page shows:\n" + shown[:2000])
