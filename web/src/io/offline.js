// The page's side of the service worker: registers it, and asks before another
// version of the page takes over.

import { byId } from "../view/dom.js";
import { keepForReload } from "./kept.js";
import { scriptAddress } from "./trusted.js";

/** Keeps the page for use without a network, where the browser can and the page is more than one file. */
export async function keepOffline() {
  const meta = document.querySelector("meta[name=rowlens-keeper]");
  if (!meta || !navigator.serviceWorker) return;
  const page = document.documentElement;
  try {
    const keeper = await navigator.serviceWorker.register(scriptAddress(new URL(meta.content, document.baseURI).href));
    watch(keeper);
    await navigator.serviceWorker.ready;
    page.dataset.offline = "true";
  } catch {
    // No storage, or a private window: the page works, but only with its server.
    page.dataset.offline = "false";
  }
}

function watch(keeper) {
  if (keeper.waiting) offer(keeper);
  keeper.addEventListener("updatefound", () => {
    const coming = keeper.installing;
    coming.addEventListener("statechange", () => {
      // The first version has nobody to ask: nothing is replaced.
      if (coming.state === "installed" && navigator.serviceWorker.controller) offer(keeper);
    });
  });
}

/** Says that another version is there. It waits for as long as the reader wants. */
function offer(keeper) {
  byId("update").hidden = false;
  byId("update-reload").onclick = () => {
    keepForReload(byId("input").value);
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    keeper.waiting?.postMessage("take over");
  };
}
