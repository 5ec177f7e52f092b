/**
 * Reads and writes the bytes of storage keys and values exactly. What the module needs depends on how it calls the library, so the
 * program names that by {@code requires} or {@code --add-modules}: before Java 22, com.sun.jna; without a native library,
 * io.github.rowlens.wasm and com.dylibso.chicory.wasi.
 */
module io.github.rowlens {
	requires static com.sun.jna;
	requires static com.dylibso.chicory.runtime;
	requires static com.dylibso.chicory.wasi;

	exports io.github.rowlens;

	opens io.github.rowlens to com.sun.jna; // for callbacks from the library
}
