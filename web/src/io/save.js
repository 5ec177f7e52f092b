// Downloads.

/** Offers a download. @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const address = URL.createObjectURL(blob);
  const a = document.createElement("a");
  a.href = address;
  a.download = name;
  a.click();
  // The browser reads the blob shortly after the click, not during it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
