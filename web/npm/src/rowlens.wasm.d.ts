/** The decoder, in hosts that import WebAssembly as a module. */
declare const module: WebAssembly.Module;
export default module;
