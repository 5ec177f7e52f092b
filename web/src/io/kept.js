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

/** Keeps text over one reload of this tab. */
export function keepForReload(text) {
  try {
    sessionStorage.setItem("rowlens.text", text);
  } catch {
    // The text is lost, as it is by any reload.
  }
}

/** The text that was kept over a reload, once; undefined when there is none. */
export function afterReload() {
  try {
    const text = sessionStorage.getItem("rowlens.text");
    sessionStorage.removeItem("rowlens.text");
    return text ?? undefined;
  } catch {
    return undefined;
  }
}
