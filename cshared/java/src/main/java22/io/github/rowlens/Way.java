package io.github.rowlens;

/** The way to the library on Java 22 and later. */
final class Way {
	private Way() {}

	/** Opens the library in a file. */
	static Calls open(String file) {
		return new ForeignCalls(file);
	}
}
