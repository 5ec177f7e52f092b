// The page's only Trusted Types policy. Browsers treat the address of a worker as a
// script, so one is needed; it passes only addresses registered here. A page may create it
// only once, so the page's own script takes over that of the script in the head (see first.js).

function make() {
  const allowed = new Set();
  const policy = globalThis.trustedTypes?.createPolicy("rowlens-worker", {
    createScriptURL: (given) => (allowed.has(given) ? given : ""),
  });
  return (url) => {
    allowed.add(url);
    return policy ? policy.createScriptURL(url) : url;
  };
}

/** The address of one of the page's scripts, as Worker and register accept it. @type {(url: string) => string} */
export const scriptAddress = globalThis.rowlensFirst?.scriptAddress ?? make();
