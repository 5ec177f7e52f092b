// Whether the page is too narrow for panes side by side; style/narrow.css says the same.

const query = matchMedia("(max-width: 899px)");

/** Calls back now, and each time it changes. @param {(narrow: boolean) => void} fn */
export function whenNarrow(fn) {
  query.addEventListener("change", () => fn(query.matches));
  fn(query.matches);
}
