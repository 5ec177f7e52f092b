// The page's one trusted type policy. Browsers count the address of a worker as a
// script, so there must be one; it lets through only what was allowed here.

const allowed = new Set();
const policy = globalThis.trustedTypes?.createPolicy("rowlens-worker", {
  createScriptURL: (given) => (allowed.has(given) ? given : ""),
});

/** The address of a script of this page, as Worker and register take it. */
export function scriptAddress(url) {
  allowed.add(url);
  return policy ? policy.createScriptURL(url) : url;
}
