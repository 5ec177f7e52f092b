// Arrow keys in a row of buttons, following the ARIA patterns for tabs and toolbars.

/** The button that a key leads to, wrapping at the ends; undefined when the key does not move. */
export function arrowTarget(e, buttons) {
  const at = buttons.indexOf(document.activeElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[e.key];
  if (at < 0 || to === undefined || e.altKey || e.ctrlKey || e.metaKey) return undefined;
  e.preventDefault();
  return buttons[(to + buttons.length) % buttons.length];
}
