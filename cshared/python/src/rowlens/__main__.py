"""python -m rowlens: says what pasted bytes may be.

usage: python -m rowlens [--json] [--format FORMAT] TEXT
       python -m rowlens --version
"""

from __future__ import annotations

import argparse
import json
import sys

from . import __version__, inspect
from ._library import path


class _Version(argparse.Action):
    """Prints on one line what argparse would wrap."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> None:
        print(f"rowlens {__version__}, {path()}")
        parser.exit()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m rowlens", description="Says what pasted bytes may be: every format that could have written them, the most probable first.")
    parser.add_argument("text", metavar="TEXT", help=r"hex, \x escapes, base64, a line of a shell; - reads standard input")
    parser.add_argument("--format", help="only this format")
    parser.add_argument("--json", action="store_true", help="print the whole answer as JSON (docs/tree.md)")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and the file of the library")
    given = parser.parse_args()
    request = {"text": sys.stdin.read() if given.text == "-" else given.text}
    if given.format:
        request["format"] = given.format
    answer = inspect(request)
    if given.json:
        print(json.dumps(answer, ensure_ascii=True))
    elif "error" in answer:
        print(answer["error"]["message"], file=sys.stderr)
    elif not answer.get("candidates"):
        print("no known format parses these bytes", file=sys.stderr)
    else:
        for one in answer["candidates"]:
            print(f"{one['title']}: {', '.join(e['text'] for e in one['evidence'])}")
            print(f"  {json.dumps(one['fields'], ensure_ascii=True)}")
    return 0 if answer.get("candidates") else 1


if __name__ == "__main__":
    sys.exit(main())
