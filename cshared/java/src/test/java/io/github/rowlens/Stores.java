package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The golden stores, and their files as channels. */
final class Stores {
	private Stores() {}

	/** A golden store, unpacked to a folder. */
	static Path unpacked(Path folder, String name) throws IOException, InterruptedException {
		Path archive = Golden.ROOT.resolve("golden/store-files/" + name + ".tar.gz");
		assertEquals(0, new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", folder.toString()).inheritIO().start().waitFor());
		Path inside = folder.resolve("db");
		return Files.isDirectory(inside) ? inside : folder;
	}

	static Map<String, SeekableByteChannel> channels(Path store) throws IOException {
		try (Stream<Path> files = Files.walk(store)) {
			Map<String, SeekableByteChannel> open = new LinkedHashMap<>();
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				open.put(store.relativize(file).toString(), FileChannel.open(file));
			}
			return open;
		}
	}

	static void closeAll(Map<String, SeekableByteChannel> channels) throws IOException {
		for (SeekableByteChannel channel : channels.values()) {
			channel.close();
		}
	}

	static List<Map<String, Object>> all(StoreRows rows) {
		List<Map<String, Object>> list = new ArrayList<>();
		rows.forEachRemaining(list::add);
		return list;
	}
}
