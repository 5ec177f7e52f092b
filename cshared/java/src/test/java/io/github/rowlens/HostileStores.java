package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Wrong calls about stores, and channels that misbehave while they are read. */
final class HostileStores {
	private HostileStores() {}

	/** Damage, which is not a failure: rows report it. */
	static final class Damage extends Exception {
		private static final long serialVersionUID = 1;

		Damage() {
			super("rows say that they are damaged");
		}
	}

	private static Path folder(Map<String, Object> of) {
		return Golden.ROOT.resolve("golden").resolve((String) of.get("files"));
	}

	private static Path file(Map<String, Object> of) {
		try (Stream<Path> files = Files.list(folder(of))) {
			return files.findFirst().orElseThrow();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> options(Map<String, Object> of) {
		return (Map<String, Object>) of.get("options");
	}

	static void open(Map<String, Object> of) {
		if (of.get("given") instanceof List<?> paths) {
			Store.open(paths.stream().map(path -> Path.of((String) path)).toArray(Path[]::new)).close();
		} else if (of.get("given") instanceof String path) {
			Store.open(Path.of(path)).close();
		} else {
			Store.open((Path[]) null).close();
		}
	}

	static void named(Map<String, Object> of) throws IOException {
		Map<String, Liar> files = new LinkedHashMap<>();
		for (Object name : (List<?>) of.get("names")) {
			files.put((String) name, new Liar(Files.readAllBytes(file(of)), ""));
		}
		Store.open(files).close();
	}

	static void scan(Map<String, Object> of) {
		try (Store store = Store.open(folder(of))) {
			Stores.all(asked(store, options(of)).rows());
		}
	}

	private static StoreScan asked(Store store, Map<String, Object> options) {
		StoreScan scan = store.scan();
		for (Map.Entry<String, Object> option : options.entrySet()) {
			Object value = option.getValue();
			scan = switch (option.getKey()) {
				case "table" -> scan.table((String) value);
				case "where" -> scan.where((String) value);
				case "columns" -> scan.columns(((List<?>) value).toArray(String[]::new));
				case "format" -> scan.format((String) value);
				case "record" -> scan.record((String) value);
				case "limit" -> scan.limit(((Long) value).intValue());
				case "versions" -> scan.versions(((Long) value).intValue());
				case "schema" -> scan.schema(closed());
				case "part" -> value instanceof List<?> share ? scan.share(((Long) share.get(0)).intValue(), ((Long) share.get(1)).intValue())
						: scan.part(new Part(Json.write(value)));
				default -> throw new AssertionError("there is no option " + option.getKey());
			};
		}
		return scan;
	}

	private static Schema closed() {
		Schema schema = new Schema("actionbase", "{\"given\":{\"names\":[]}}");
		schema.close();
		return schema;
	}

	static void cut(Map<String, Object> of) {
		Map<String, Object> options = new LinkedHashMap<>(options(of));
		long size = (Long) options.remove("size");
		Map<?, ?> keys = (Map<?, ?>) options.remove("keys");
		try (Store store = Store.open(folder(of))) {
			StoreScan scan = asked(store, options);
			List<Part> parts = keys == null ? scan.parts(size) : scan.parts(size, new KeyRange((String) keys.get("part"), null, null));
			assertFalse(parts.isEmpty());
		}
	}

	/** The rows of a channel that misbehaves at a stage; they are all there or report damage. */
	static void read(Map<String, Object> of) throws IOException, Damage {
		Liar file = new Liar(Files.readAllBytes(file(of)), (String) of.get("how"));
		String name = file(of).getFileName().toString();
		String stage = (String) of.get("stage");
		List<Map<String, Object>> honest;
		try (Store store = Store.open(file(of))) {
			honest = Stores.all(store.scan().rows());
		}
		file.on = stage.equals("open");
		try (Store store = Store.open(Map.of(name, file))) {
			file.store = store;
			file.on |= stage.equals("scan");
			StoreRows rows = store.scan().rows();
			file.on = true;
			List<Map<String, Object>> found = Stores.all(rows);
			file.on = false;
			if (found.stream().anyMatch(row -> row.get("error") != null)) {
				throw new Damage();
			}
			assertEquals(honest.size(), found.size());
		}
		assertEquals(0, StoreFiles.open());
	}

	/** A channel over bytes that misbehaves as long as it is told to. */
	private static final class Liar implements SeekableByteChannel {
		private final byte[] data;
		private final String how;
		private int at;
		private boolean on;
		private Store store;

		Liar(byte[] data, String how) {
			this.data = data;
			this.how = how;
		}

		@Override
		public int read(ByteBuffer to) throws IOException {
			int length = Math.min(to.remaining(), data.length - at);
			if (length <= 0) {
				return -1;
			}
			switch (on ? how : "") {
				case "one" -> length = 1;
				case "throws" -> throw new IOException("the disk is gone");
				case "nothing" -> length = 0;
				case "more" -> {
					return to.remaining() + 100;
				}
				case "close", "tables", "scans", "parts" -> uses();
				default -> { }
			}
			to.put(data, at, length);
			at += length;
			return length;
		}

		private void uses() {
			int before = at;
			on = false; // or it would call itself forever
			switch (how) {
				case "close" -> store.close();
				case "tables" -> store.tables();
				case "scans" -> Stores.all(store.scan().rows());
				default -> store.parts(1);
			}
			on = true;
			at = before;
		}

		@Override
		public long size() {
			return switch (how) {
				case "longer" -> data.length + 1000;
				case "shorter" -> data.length - 100;
				case "negative" -> -5;
				default -> data.length;
			};
		}

		@Override
		public SeekableByteChannel position(long position) {
			at = (int) position;
			return this;
		}

		@Override
		public long position() {
			return at;
		}

		@Override
		public int write(ByteBuffer from) {
			throw new UnsupportedOperationException();
		}

		@Override
		public SeekableByteChannel truncate(long size) {
			throw new UnsupportedOperationException();
		}

		@Override
		public boolean isOpen() {
			return true;
		}

		@Override
		public void close() {}
	}
}
