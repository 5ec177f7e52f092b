package io.github.rowlens;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * Extracts the library from the JAR to a file, in a folder that only this user can read. The JVM removes it when it
 * ends; the next JVM that extracts its own removes what a killed JVM left, and what any JVM leaves on Windows, where a
 * process cannot remove a library that it has opened.
 */
final class Extraction {
	private static final String PREFIX = "rowlens-";
	/** Locked as long as the JVM lives, however it ends: the system releases the locks of processes that end. */
	private static final String LOCK = "lock";
	/** A younger folder may belong to a JVM that has not locked it yet. */
	private static final Duration SETTLED = Duration.ofMinutes(1);

	private Extraction() {}

	/** Writes the library's bytes to a new file. */
	static Path extract(InputStream in) throws IOException {
		byte[] bytes = in.readAllBytes();
		Path folder = Files.createTempDirectory(PREFIX);
		removeLeftovers(folder.getParent());
		Path lock = folder.resolve(LOCK);
		Path file = folder.resolve(named(sha256(bytes)));
		if (!Library.WINDOWS) { // there, the lock must stay with the library, so that the next JVM finds both
			for (Path path : List.of(folder, lock, file)) {
				path.toFile().deleteOnExit();
			}
		}
		FileChannel.open(lock, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).lock(); // until the JVM ends
		return Files.write(file, bytes);
	}

	private static void removeLeftovers(Path temporary) {
		try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*")) {
			for (Path folder : folders) {
				removeIfLeft(folder);
			}
		} catch (IOException | DirectoryIteratorException e) {
			// The next JVM tries again.
		}
	}

	private static void removeIfLeft(Path folder) {
		Path lock = folder.resolve(LOCK);
		try {
			if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)
					|| Files.getLastModifiedTime(lock).toInstant().isAfter(Instant.now().minus(SETTLED))) {
				return;
			}
			try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE); FileLock held = channel.tryLock()) {
				if (held == null) {
					return;
				}
				try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, named("*"))) {
					for (Path file : files) {
						Files.delete(file);
					}
				}
				Files.delete(lock);
			}
			Files.delete(folder); // Windows frees the lock's name only when it is closed
		} catch (IOException | DirectoryIteratorException | OverlappingFileLockException e) {
			// It belongs to another user, another JVM was faster, or a class loader of this JVM holds it.
		}
	}

	/** The name of a library with these bytes. */
	private static String named(String hash) {
		return Library.FILE.replaceFirst("\\.", "-" + hash + ".");
	}

	private static String sha256(byte[] bytes) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
		} catch (NoSuchAlgorithmException e) {
			throw new AssertionError("every Java has SHA-256", e);
		}
	}
}
