// What is pointed at and what is pinned: the state that Bytes, Fields and the inspector
// line share. Each listens; none knows the others.

export class Marks {
  hover = null; // the node under the pointer or the focus
  pinned = null; // the node that was chosen
  byte = null; // {part, offset} when a byte was pointed at, not a field
  range = null; // {part, from, to}, to exclusive: bytes selected with Shift
  #listeners = [];

  listen(fn) {
    this.#listeners.push(fn);
  }

  /** Changes some members and notifies the listeners once. */
  update(changes) {
    if (Object.entries(changes).every(([k, v]) => this[k] === v)) return;
    Object.assign(this, changes);
    this.tell();
  }

  /** Notifies the listeners even if nothing changed, because another tree is shown. */
  tell() {
    for (const fn of this.#listeners) fn(this);
  }

  /** Forgets everything, because another tree is shown. */
  clear() {
    this.update({ hover: null, pinned: null, byte: null, range: null });
  }
}
