// The page's side of the service worker: registers it, and asks before a new version of
// the page takes over.

import { scriptAddress } from "./trusted.js";

/**
 * Makes the page available offline, if the browser can and it is not the single-file page.
 * @param {{notice: HTMLElement, reload: HTMLElement}} view offers a new version
 */
export async function keepOffline(view) {
  const meta = document.querySelector("meta[name=rowlens-keeper]");
  if (!meta || !navigator.serviceWorker) return;
  const page = document.documentElement;
  try {
    const keeper = await navigator.serviceWorker.register(scriptAddress(new URL(meta.content, document.baseURI).href));
    if (keeper) { // some that block service workers give none
      watch(keeper, view);
      await navigator.serviceWorker.ready;
    }
    page.dataset.offline = String(Boolean(keeper));
  } catch {
    // No storage, or a private window: the page works, but needs its server.
    page.dataset.offline = "false";
  }
}

function watch(keeper, view) {
  if (keeper.waiting) offer(keeper, view);
  keeper.addEventListener("updatefound", () => {
    const coming = keeper.installing;
    coming.addEventListener("statechange", () => {
      // The first version replaces nothing, so there is nothing to ask.
      if (coming.state === "installed" && navigator.serviceWorker.controller) offer(keeper, view);
    });
  });
}

/** Offers the new version, which waits until the reader accepts it. */
function offer(keeper, { notice, reload }) {
  notice.hidden = false;
  reload.onclick = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    keeper.waiting?.postMessage("take over");
  };
}
