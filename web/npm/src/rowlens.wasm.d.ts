/** The decoder, as hosts give it that import WebAssembly as a module. */
declare const module: WebAssembly.Module;
export default module;
