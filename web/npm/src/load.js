/**
 * Compiles the module from any kind of source.
 * @param {URL|string|Request|Response|Promise<Response>|BufferSource|WebAssembly.Module} source
 */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const fetched = source instanceof URL || typeof source === "string" || (typeof Request !== "undefined" && source instanceof Request) ? fetch(source) : source;
  const response = await fetched;
  if (!response.ok) throw new Error(`rowlens.wasm could not be fetched: ${response.url} answered ${response.status}`);
  if (response.headers.get("content-type")?.split(";")[0].trim() === "application/wasm") return WebAssembly.compileStreaming(response);
  console.warn(`rowlens: ${response.url} is not served as application/wasm, so it is compiled only once it is all there`);
  return WebAssembly.compile(await response.arrayBuffer());
}
