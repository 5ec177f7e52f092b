// What the browser keeps for the page. Storage may be switched off: then nothing
// is kept, and nothing else changes.

/** @param {string} name */
export function get(name) {
  try {
    return localStorage.getItem(`rowlens.${name}`);
  } catch {
    return null;
  }
}

/** Keeps a value, or forgets it when it is null. */
export function put(name, value) {
  try {
    if (value === null) localStorage.removeItem(`rowlens.${name}`);
    else localStorage.setItem(`rowlens.${name}`, value);
  } catch {
    // Nothing depends on it.
  }
}
