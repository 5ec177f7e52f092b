// Files that the page gives out.

/** Offers text as a download. */
export function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const a = document.createElement("a");
  a.href = address;
  a.download = name;
  a.click();
  // The browser reads it soon after the click, not during it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
