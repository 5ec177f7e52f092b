package io.github.rowlens;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Whether somebody with fewer rights started the process, so that its environment cannot be trusted. */
final class Rights {
	/** What Linux passes to a program at its start: pairs of words. */
	private static final Path AUXILIARY = Path.of("/proc/self/auxv");
	/** The entry that is set for set-id programs and those with capabilities of their own: AT_SECURE of getauxval(3). */
	private static final long SECURE = 23;

	private Rights() {}

	/** Only Linux provides this; if it cannot be read there, rights count as raised. */
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
