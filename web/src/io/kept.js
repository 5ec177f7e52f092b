// What the browser stores for the page: settings for good, and what says something of a
// user's data for the session only, unless the user has it stay. If storage is disabled,
// nothing is stored and the page works as usual.

/** A setting that the user made: it says nothing of any data, and stays. @param {string} name */
export function get(name) {
  return read(() => localStorage, name);
}

/** Stores a setting, or removes it if it is null. */
export function put(name, value) {
  write(() => localStorage, name, value);
}

// All pages opened from disk have one storage, so that any could read what is said of a
// database there, or plant it.
export const isShared = () => location.protocol === "file:";

/** Whether what says something of a user's data can be kept beyond this session. */
export const canStay = () => !isShared();

/** What was kept of this session, or else beyond one; stays says which. @param {string} name */
export function recall(name) {
  if (isShared()) return { text: null, stays: false };
  const own = read(() => sessionStorage, name);
  if (own !== null) return { text: own, stays: false };
  const text = read(() => localStorage, name);
  return { text, stays: text !== null };
}

/**
 * Keeps text until this tab is closed, or beyond that if it stays; null forgets it.
 * @param {string} name
 * @param {string|null} text
 * @param {boolean} stays
 */
export function keep(name, text, stays) {
  if (isShared()) return;
  write(() => (stays ? localStorage : sessionStorage), name, text);
  if (stays) write(() => sessionStorage, name, null);
}

/** Removes what was kept beyond a session. */
export function forget(name) {
  write(() => localStorage, name, null);
}

/** What a storage has under a name, or null: a browser may refuse even to name its storage. @param {() => Storage} storage */
export function read(storage, name) {
  try {
    return storage().getItem(`rowlens.${name}`);
  } catch {
    return null;
  }
}

/** Stores text under a name, or removes it if it is null, where the browser lets it. @param {() => Storage} storage */
export function write(storage, name, value) {
  try {
    if (value === null) storage().removeItem(`rowlens.${name}`);
    else storage().setItem(`rowlens.${name}`, value);
  } catch {
    // As above.
  }
}
