// What the browser stores for the page. If storage is disabled, nothing is stored and
// the page works as usual.

// All pages opened from disk have one storage, so that any could read what is said of a
// database there, or plant it.
const isMine = (name) => name !== "schema" || location.protocol !== "file:";

/** @param {string} name */
export function get(name) {
  try {
    return isMine(name) ? localStorage.getItem(`rowlens.${name}`) : null;
  } catch {
    return null;
  }
}

/** Stores a value, or removes it if it is null. */
export function put(name, value) {
  try {
    if (value === null || !isMine(name)) localStorage.removeItem(`rowlens.${name}`);
    else localStorage.setItem(`rowlens.${name}`, value);
  } catch {
    // Nothing depends on storage.
  }
}

/** Stores text for one reload of this tab. */
export function keepForReload(text) {
  try {
    sessionStorage.setItem("rowlens.text", text);
  } catch {
    // The text is lost, as in any reload.
  }
}

/** The text stored for a reload, once; undefined if there is none. */
export function afterReload() {
  try {
    const text = sessionStorage.getItem("rowlens.text");
    sessionStorage.removeItem("rowlens.text");
    return text ?? undefined;
  } catch {
    return undefined;
  }
}
