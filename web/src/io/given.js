// What a reader drops or chooses: files, and all files in folders, by name.

import { number } from "../bytes.js";

/** @typedef {{file: File, name: string}} Given name: with slashes between folders */

const MOST = 50_000; // files of a folder

/** Adds a file. A part of a folder would look like all of it. */
function add(list, file, name) {
  if (list.length === MOST) throw new Error(`it has more than ${number(MOST)} files: open a folder inside it, or use the command rowlens`);
  list.push({ file, name });
}

/** The files of an input, which may have chosen a folder. @returns {Given[]} */
export const ofInput = (input) => [...input.files].map((file) => ({ file, name: file.webkitRelativePath || file.name }));

/**
 * The files of a drop. Call it at once: they are available only during the event.
 * @param {DataTransfer} data
 * @returns {{folder: boolean, files: Promise<Given[]>}}
 */
export function ofDrop(data) {
  const entries = [...data.items].filter((item) => item.kind === "file").map((item) => item.webkitGetAsEntry?.());
  const plain = [...data.files].map((file) => ({ file, name: file.name }));
  const folder = entries.some((entry) => entry?.isDirectory);
  return { folder, files: folder ? walk(entries.filter(Boolean)) : Promise.resolve(plain) };
}

async function walk(entries, list = []) {
  for (const entry of entries) {
    if (entry.isDirectory) await walk(await children(entry), list);
    else add(list, await new Promise((resolve, reject) => { entry.file(resolve, reject); }), entry.fullPath.replace(/^\//, ""));
  }
  return list;
}

/** The entries of a dropped folder; a browser returns them in batches. */
async function children(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (!some.length) return all;
    all.push(...some);
  }
}

/** Asks for a folder, where the browser can do so without calling it an upload. @returns {Promise<Given[]|null>} null if the reader chose none */
export async function askFolder() {
  let handle;
  try {
    handle = await showDirectoryPicker();
  } catch (e) {
    if (e.name === "AbortError") return null;
    throw e;
  }
  return inside(handle, handle.name, []);
}

async function inside(folder, name, list) {
  for await (const [part, handle] of folder.entries()) {
    if (handle.kind === "directory") await inside(handle, `${name}/${part}`, list);
    else add(list, await handle.getFile(), `${name}/${part}`);
  }
  return list;
}
