// The page's only Trusted Types policy. Browsers treat the address of a worker as a
// script, so one is needed; it passes only addresses that were registered here.

const allowed = new Set();
const policy = globalThis.trustedTypes?.createPolicy("rowlens-worker", {
  createScriptURL: (given) => (allowed.has(given) ? given : ""),
});

/** The address of one of the page's scripts, as Worker and register accept it. */
export function scriptAddress(url) {
  allowed.add(url);
  return policy ? policy.createScriptURL(url) : url;
}
