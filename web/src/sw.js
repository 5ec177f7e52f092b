// The service worker: keeps the files of one version of the page, so that it opens
// without a network. What it keeps is in SHELL, which the server writes above this
// text; another version is another text, which is how browsers notice it.
// Message in: "take over", once the reader agreed to the new version.

const PREFIX = "rowlens-";
const name = PREFIX + SHELL.version;
const kept = new Map(SHELL.files.map((file) => [new URL(file, registration.scope).href, file]));

// Past the browser's own cache: the page may be writing the same file into it, and one
// that is too large for that cache would fail for both.
addEventListener("install", (e) => {
  e.waitUntil(caches.open(name).then((cache) => cache.addAll([...kept.keys()].map((url) => new Request(url, { cache: "no-store" })))));
});

addEventListener("activate", (e) => {
  e.waitUntil(forgetOthers().then(() => clients.claim()));
});

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((n) => n.startsWith(PREFIX) && n !== name).map((n) => caches.delete(n)));
}

addEventListener("message", ({ data }) => {
  if (data === "take over") skipWaiting();
});

addEventListener("fetch", (e) => {
  if (e.request.method === "GET" && kept.has(plain(e.request.url))) e.respondWith(answer(e.request));
});

/** An address without what only the page reads. */
const plain = (url) => url.replace(/[?#].*$/, "");

/** From what is kept; from the server if the browser dropped it. */
async function answer(request) {
  const cache = await caches.open(name);
  return (await cache.match(plain(request.url))) ?? fetch(request);
}
