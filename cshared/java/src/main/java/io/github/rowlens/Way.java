package io.github.rowlens;

/** The way to the library before Java 22; the JAR has another class of this name for later versions. */
final class Way {
	private Way() {}

	/** Opens the library in a file. */
	static Calls open(String file) {
		return new JnaCalls(file);
	}
}
