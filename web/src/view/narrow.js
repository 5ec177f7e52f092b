// Whether the page is too narrow for panes side by side; the style sheets use the same width.

const query = matchMedia("(max-width: 899px)");

/** Calls back now and on every change. @param {(narrow: boolean) => void} fn */
export function whenNarrow(fn) {
  query.addEventListener("change", () => fn(query.matches));
  fn(query.matches);
}
