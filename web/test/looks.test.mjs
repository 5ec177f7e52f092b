import assert from "node:assert/strict";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { decode, expandAll, giveSchema, goTo, inThemes, picture, row, rows, shownHex, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const damaged = row("edge-index").row.replace("d37ffffe", "937ffffe");

/** A second worker reads several rows; its script is in the browser's cache. */
const requests = (state) => (state === "dump" ? /\/worker-[0-9a-f]+\.js$/ : /^$/);

/** @type {Record<string, (page) => Promise<void>>} */
const states = {
  empty: async () => {},
  decode: async (page) => {
    await decode(page, row("edge-index").line.trim());
    await giveSchema(page);
    await page.locator("[role=treeitem][data-part=row][data-start='36']").first().click();
    await page.keyboard.press("ArrowRight");
  },
  state: async (page) => {
    await decode(page, row("edge-state").line);
    await giveSchema(page);
  },
  ambiguous: async (page) => {
    await decode(page, "d37ffffe70c3641dff346974656d203200");
    await expandAll(page);
    await page.getByRole("treeitem", { level: 3 }).nth(1).hover();
  },
  error: (page) => decode(page, damaged),
  raw: (page) => decode(page, "no row of any store"),
  dump: (page) => decode(page, rows.map((r) => r.line).join("\n")),
  schema: async (page) => {
    await decode(page, row("edge-index").row);
    await page.getByRole("button", { name: "Schema", exact: true }).click();
  },
  build: (page) => goTo(page, "Build"),
  shortcuts: (page) => page.getByRole("button", { name: "Shortcuts" }).click(),
};

for (const [state, make] of Object.entries(states)) {
  test(`${state}: axe finds nothing`, (t) => withPage({ requests: requests(state) }, async (page) => {
    await make(page);
    await inThemes(t, page, async (colorScheme, again) => {
      await picture(page, `${state}-${colorScheme}-1280`);
      await axe(page, state, again);
    });
  }));
}

for (const [width, height] of [[390, 844], [320, 640]]) {
  for (const state of ["empty", "decode", "ambiguous", "error", "raw", "dump", "build"]) {
    test(`${state} reflows at ${width} px`, () => withPage({ requests: requests(state), viewport: { width, height }, deviceScaleFactor: 2 }, async (page) => {
      await narrow[state](page);
      await picture(page, `${state}-light-${width}`);
      const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(scroll <= client, `${scroll} > ${client}`);
      const boxes = await page.locator("button:visible, select:visible, [role=treeitem]:visible").evaluateAll((all) => all.map((e) => {
        const { width: w, height: h } = e.getBoundingClientRect();
        return { w, h, html: e.outerHTML.slice(0, 100) };
      }));
      assert.ok(boxes.length > 5, `${boxes.length} targets`);
      assert.deepEqual(boxes.filter(({ w, h }) => w < 24 || h < 24), []);
    }));
  }
}

/** What each view and tool shows, empty and with content. */
const modes = {
  Row: (page) => decode(page, row("edge-state").line),
  Build: (page) => page.waitForSelector("#build-bytes [role=gridcell]"),
  Order: async (page) => {
    await page.getByRole("textbox", { name: "Input", exact: true }).fill(rows.map((r) => r.row).join("\n"));
    await page.waitForSelector("#panel-order [data-key]");
  },
  Time: async (page) => {
    await page.getByRole("textbox", { name: "Input", exact: true }).fill("e982e3f00b1ffffc");
    await page.locator("#time-out").waitFor();
  },
  Rows: async (page) => {
    await page.getByLabel("Open file").setInputFiles({ name: "a-scan-with-a-long-name-of-a-table.txt", mimeType: "text/plain", buffer: Buffer.from(rows.map((r) => r.line).join("\n")) });
    await page.waitForSelector("#rows [data-display] button");
  },
};

for (const width of [390, 320]) {
  test(`no view is wider than ${width} px`, () => withPage({ viewport: { width, height: 800 }, requests: /\/worker-[0-9a-f]+\.js$/ }, async (page) => {
    for (const [mode, fill] of Object.entries(modes)) {
      await goTo(page, mode);
      for (const make of [() => {}, fill]) {
        await make(page);
        const wide = await page.evaluate(() => [document.documentElement, ...document.querySelectorAll(".bar, .bar *")].flatMap((e) => {
          const right = e === document.documentElement ? e.scrollWidth : e.getBoundingClientRect().right;
          return right > document.documentElement.clientWidth ? [`${e.id || e.className || e.tagName} ends at ${right}`] : [];
        }));
        assert.deepEqual(wide, [], mode);
      }
      await picture(page, `mode-${mode.toLowerCase()}-light-${width}`);
    }
    await page.getByRole("button", { name: "More", exact: true }).click();
    await soon.ok(() => page.locator("#more-menu").getByText("Formats").isVisible());
  }));
}

const narrow = { ...states, ambiguous: (page) => decode(page, "d37ffffe70c3641dff346974656d203200") };

test("what stands in an empty box can be read: 4.5:1 in each", (t) => withPage({}, async (page) => {
  await inThemes(t, page, async () => {
    const faint = await page.locator("[placeholder]").evaluateAll((boxes) => {
      const ctx = new OffscreenCanvas(1, 1).getContext("2d");
      const light = (colour, opacity) => { // of a colour on the page
        for (const [fill, alpha] of [[getComputedStyle(document.body).backgroundColor, 1], [colour, opacity]]) Object.assign(ctx, { globalAlpha: alpha, fillStyle: fill }).fillRect(0, 0, 1, 1);
        const [r, g, b] = [...ctx.getImageData(0, 0, 1, 1).data].map((v) => (v > 10 ? ((v / 255 + 0.055) / 1.055) ** 2.4 : v / 3295));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
      };
      return boxes.map((box) => {
        const { color, opacity } = getComputedStyle(box, "::placeholder");
        const [a, b] = [light(color, Number(opacity)), light("transparent", 1)];
        return [box.id, Math.max(a, b) / Math.min(a, b)];
      }).filter(([, ratio]) => ratio < 4.5);
    });
    assert.deepEqual(faint, []);
  });
}));

test("more contrast leaves no grey text", () => withPage({ contrast: "more", colorScheme: "dark" }, async (page) => {
  await states.decode(page);
  const colors = await page.evaluate(() => [".field-row .range", ".evidence", "body"].map((s) => getComputedStyle(document.querySelector(s)).color));
  assert.equal(new Set(colors).size, 1, colors.join());
}));

test("forced colours keep bands, selection and marks", () => withPage({ forcedColors: "active", colorScheme: "dark" }, async (page) => {
  await states.decode(page);
  await picture(page, "decode-forced-colors-1280");
  const band = await page.locator(".band").first().evaluate((e) => {
    const s = getComputedStyle(e, "::before");
    return [s.borderTopStyle, s.borderBottomWidth];
  });
  assert.deepEqual(band, ["solid", "2px"]);
  const [frame, text] = await page.locator(".mark-frame.pinned").first().evaluate((e) => [getComputedStyle(e, "::before").borderTopColor, getComputedStyle(document.body).color]);
  assert.notEqual(frame, text);
}));

test("a whole cell fits the window without scrolling", () => withPage({}, async (page) => {
  await states.decode(page);
  // The selection may still be drawing: what must fit is the state that remains.
  await page.waitForFunction(() => {
    const last = Math.max(...[...document.querySelectorAll("[role=gridcell], [role=treeitem]")].map((e) => e.getBoundingClientRect().bottom));
    return last <= document.querySelector(".foot").getBoundingClientRect().top;
  });
}));

test("the theme is chosen, kept, and there at the first paint", () => withPage({ colorScheme: "light" }, async (page) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await soon.equal(() => background(), "rgb(255, 255, 255)");
  const button = page.getByRole("button", { name: /^Theme/ });
  await button.click();
  await button.click();
  await soon.equal(() => button.getAttribute("aria-label"), "Theme: dark");
  await soon.equal(() => background(), "rgb(18, 18, 18)");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await soon.equal(() => other.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(18, 18, 18)");
}));

/** Notes the rows that the decoder is asked about. */
const noteAsked = (page) => page.addInitScript(() => {
  globalThis.asked = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.call === "rl_inspect") globalThis.asked.push(JSON.parse(message.request).text);
    return postMessage.call(this, message, ...more);
  };
});

test("fast input builds no queue: of edits during an answer, the decoder gets the last", () => withPage({ prepare: noteAsked }, async (page) => {
  const key = row("edge-state").row;
  const asked = await page.evaluate((hex) => {
    const input = document.querySelector("#input");
    for (let length = 2; length <= hex.length; length += 2) {
      input.value = hex.slice(0, length);
      input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
    }
    return globalThis.asked;
  }, key);
  assert.deepEqual(asked, [key.slice(0, 2)]);
  await soon.deepEqual(() => page.evaluate(() => globalThis.asked), [key.slice(0, 2), key]);
  await page.waitForSelector("html:not([data-stale])");
  await soon.equal(async () => Object.values(await shownHex(page)).join(""), key);
}));
