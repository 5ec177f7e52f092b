// Pointer and keyboard in the field tree, by the ARIA tree pattern.

/**
 * @param {import("./fields.js").Fields} fields
 * @param {{toByte(node: object|null): void, singles(): boolean}} page
 */
export function listen(fields, page) {
  const { root, marks } = fields;
  const nodeOf = (e) => {
    const row = e.target.closest?.("[data-node]");
    return row ? fields.model.nodes[Number(row.dataset.node)] : null;
  };
  root.addEventListener("pointerover", (e) => marks.update({ hover: nodeOf(e), byte: null }));
  root.addEventListener("pointerleave", () => marks.update({ hover: root.contains(document.activeElement) ? fields.active : null }));
  root.addEventListener("focusin", (e) => {
    const n = nodeOf(e);
    if (!n) return;
    fields.activate(n);
    marks.update({ hover: n, byte: null });
  });
  root.addEventListener("focusout", () => marks.update({ hover: null }));
  root.addEventListener("click", (e) => {
    const more = e.target.closest?.("[data-more]");
    if (more) fields.showMore(Number(more.dataset.more));
    const n = nodeOf(e);
    if (!n) return;
    fields.activate(n);
    if (e.target.closest(".pencil")) fields.hooks.edit(n);
    else if (e.target.closest(".twisty") && fields.model.below(n).length) fields.setOpen(n, !fields.isOpen(n));
    else {
      fields.row(n).focus({ preventScroll: true });
      marks.update({ pinned: n, hover: n, byte: null, range: null });
    }
  });
  root.addEventListener("dblclick", (e) => {
    const n = nodeOf(e);
    if (n && !e.target.closest(".twisty, .pencil") && fields.model.below(n).length) fields.setOpen(n, !fields.isOpen(n));
  });
  root.addEventListener("keydown", (e) => {
    if (!fields.active || e.altKey || e.ctrlKey || e.metaKey) return;
    if (key(e.key, fields, page)) e.preventDefault();
  });
}

/** Handles a key. @returns {boolean} whether the key does anything */
function key(name, fields, page) {
  const { active, model, marks } = fields;
  const list = fields.visibleNodes;
  const at = list.indexOf(active);
  const go = (n) => {
    if (n && fields.row(n)) fields.focus(n);
    return true;
  };
  const below = model.below(active);
  switch (name) {
    case "ArrowDown": return go(list[at + 1]);
    case "ArrowUp": return go(list[at - 1]);
    case "Home": return go(list[0]);
    case "End": return go(list.at(-1));
    case "ArrowRight":
      if (!below.length) return true;
      if (fields.isOpen(active)) return go(below[0]);
      fields.setOpen(active, true);
      return true;
    case "ArrowLeft":
      if (below.length && fields.isOpen(active)) {
        fields.setOpen(active, false);
        return true;
      }
      return go(model.above(active));
    case "[":
    case "]": {
      if (!page.singles()) return false;
      const bands = list.filter((n) => model.bandOf(n)?.node === n);
      const after = (n) => list.indexOf(n) > at;
      return go(name === "]" ? bands.find(after) : bands.findLast((n) => list.indexOf(n) < at));
    }
    case "Enter":
    case "F2":
      if (fields.hooks.editable(active)) {
        fields.hooks.edit(active);
        return true;
      }
      if (name === "F2") return false;
    // falls through: a field that cannot be edited is marked
    case " ":
      marks.update({ pinned: active, hover: active, byte: null, range: null });
      return true;
    case "Escape":
      page.toByte(active);
      return true;
    default:
      return false;
  }
}
