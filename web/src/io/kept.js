// What the browser stores for the page: settings for good, and anything that reveals a
// user's data for the session only, unless the user wants it to stay. If storage is disabled,
// nothing is stored and the page works as usual.

/** A setting the user made: it reveals nothing about any data, and stays. @param {string} name */
export function get(name) {
  return read(() => localStorage, name);
}

/** Stores a setting, or removes it if it is null. */
export function put(name, value) {
  write(() => localStorage, name, value);
}

// All pages opened from disk share one storage, so any of them could read what it says about
// a database, or plant something there.
export const isShared = () => location.protocol === "file:";

/** Whether what reveals a user's data can be kept beyond this session. */
export const canStay = () => !isShared();

/** What was kept for this session, or else beyond it; stays says which. @param {string} name */
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

/** Removes what was kept beyond the session. */
export function forget(name) {
  write(() => localStorage, name, null);
}

/** What a storage has under a name, or null: a browser may even refuse access to the storage object. @param {() => Storage} storage */
export function read(storage, name) {
  try {
    return storage().getItem(`rowlens.${name}`);
  } catch {
    return null;
  }
}

/** Stores text under a name, or removes it if it is null, if the browser allows. @param {() => Storage} storage */
export function write(storage, name, value) {
  try {
    if (value === null) storage().removeItem(`rowlens.${name}`);
    else storage().setItem(`rowlens.${name}`, value);
  } catch {
    // As above.
  }
}
