// The service worker: caches the files of one version of the page, so that it opens
// without a network. SHELL lists them; the server writes it above this script, so every
// version of the page has a different script, which is how browsers notice an update.
// Message in: "take over", once the reader has accepted the new version.

// Copies of the page at other paths of this origin have caches of their own.
const PREFIX = `rowlens ${registration.scope} `;
const name = PREFIX + SHELL.version;
const kept = new Map(SHELL.files.map((file) => [new URL(file, registration.scope).href, file]));

// Bypasses the HTTP cache: the page may be writing the same file to it, and a file too
// large for that cache would fail for both.
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

/** An address without query and fragment, which only the page uses. */
const plain = (url) => url.replace(/[?#].*$/, "");

/** Answers from the cache, or from the server if the browser evicted the file. */
async function answer(request) {
  const cache = await caches.open(name);
  return (await cache.match(plain(request.url))) ?? fetch(request);
}
