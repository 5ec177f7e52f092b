package io.github.rowlens;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Whether somebody with fewer rights started the process, whose environment is not to be trusted. */
final class Rights {
	/** What Linux tells a program at its start: pairs of words. */
	private static final Path AUXILIARY = Path.of("/proc/self/auxv");
	/** The pair that says so of set-id programs and of those with capabilities of their own: AT_SECURE of getauxval(3). */
	private static final long SECURE = 23;

	private Rights() {}

	/** Only Linux says it; what cannot be read there counts as raised. */
	static boolean areRaised() {
		try {
			return areRaised(ByteBuffer.wrap(Files.readAllBytes(AUXILIARY)).order(ByteOrder.nativeOrder()));
		} catch (NoSuchFileException e) {
			return false;
		} catch (IOException e) {
			return true;
		}
	}

	static boolean areRaised(ByteBuffer pairs) {
		while (pairs.remaining() >= 2 * Long.BYTES) {
			long type = pairs.getLong();
			long value = pairs.getLong();
			if (type == SECURE) {
				return value != 0;
			}
		}
		return true;
	}
}
