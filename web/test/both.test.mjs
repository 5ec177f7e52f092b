// The tasks and the defects of both.mjs in Chromium; firefox.test.mjs has them in Firefox.

import { test } from "node:test";
import { all, user } from "./both.mjs";
import { url, useBrowser, withPage } from "./browser.mjs";

useBrowser();

const asUser = (page) => user(page, {
  wait: (fn, arg) => page.waitForFunction(fn, arg),
  give: (selector, path) => page.locator(selector).setInputFiles(path),
  async another(path = "") {
    const other = await page.context().newPage();
    await other.goto(url + path);
    await other.waitForSelector("html[data-ready=true]");
    return asUser(other);
  },
});

// A reload requests the page again.
test("tasks and defects", (t) => withPage({ requests: /./ }, (page) => all(t, asUser(page))));
