package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores of each kind, whole and damaged: the package reads the same rows that the command prints. */
class StoreTest {
	@TempDir
	private Path folder;

	/** The lines of the command, also for a damaged store. */
	private static List<Map<String, Object>> printed(String what, Path store) throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(Golden.ROOT.resolve("bin/rowlens").toString(), what, "--json", store.toString());
		Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
		String lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertTrue(process.waitFor() <= 1, lines);
		return lines.lines().map(Json::members).toList();
	}

	private static Object member(Map<?, ?> of, String... path) {
		Object value = of;
		for (String name : path) {
			value = value instanceof Map<?, ?> members ? members.get(name) : null;
		}
		return value;
	}

	private static void compare(Map<String, Object> line, Map<String, Object> row) {
		for (String name : List.of("format", "record", "deleted", "note", "fields")) {
			assertEquals(line.get(name), row.get(name), name);
		}
		for (String[] path : List.of(new String[] {"source", "file"}, new String[] {"source", "offset"}, new String[] {"source", "table"},
				new String[] {"error", "code"}, new String[] {"error", "message"})) {
			assertEquals(member(line, path), member(row, path), path[1]);
		}
		if (line.get("parts") instanceof Map<?, ?> parts) {
			parts.forEach((name, hex) -> assertEquals(hex, Golden.hex((byte[]) row.get(name)), name.toString()));
		}
	}

	private static void compareAll(List<Map<String, Object>> lines, List<Map<String, Object>> rows) {
		assertEquals(lines.size(), rows.size());
		for (int i = 0; i < lines.size(); i++) {
			compare(lines.get(i), rows.get(i));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = {"maryk-rocksdb/latest", "rocksdb/damaged-data-block", "lmdb/implexus-good", "lmdb/implexus-corrupt", "hfile/maryk", "rfile/social"})
	void rowsAndTablesAreThoseOfTheCommand(String name) throws IOException, InterruptedException {
		Path at = Stores.unpacked(folder, name);
		List<Map<String, Object>> lines = printed("decode", at);
		List<Map<String, Object>> tables = printed("tables", at);
		Map<String, SeekableByteChannel> channels = Stores.channels(at);
		for (Store opened : List.of(Store.open(at), Store.open(channels))) {
			try (Store store = opened) {
				compareAll(lines, Stores.all(store.scan().rows()));
				List<StoreTable> found = store.tables();
				assertEquals(tables.stream().map(one -> one.get("table")).toList(), found.stream().map(StoreTable::name).toList());
				for (int i = 0; i < found.size(); i++) {
					assertEquals(tables.get(i).get("entries"), found.get(i).entries());
					assertEquals(tables.get(i).get("first"), found.get(i).first() == null ? null : Golden.hex(found.get(i).first()));
				}
			}
		}
		assertEquals(0, StoreFiles.open());
		Stores.closeAll(channels);
	}

	/** The names of all golden stores. */
	static List<String> golden() throws IOException {
		List<String> names = new ArrayList<>();
		for (String kind : List.of("rocksdb", "maryk-rocksdb", "lmdb", "hfile", "rfile")) {
			try (Stream<Path> files = Files.list(Golden.ROOT.resolve("golden/store-files/" + kind))) {
				files.map(file -> kind + "/" + file.getFileName()).filter(name -> name.endsWith(".tar.gz"))
						.forEach(name -> names.add(name.substring(0, name.length() - ".tar.gz".length())));
			}
		}
		assertTrue(names.size() > 60, names.toString());
		return names;
	}

	@ParameterizedTest
	@MethodSource("golden")
	void everyStoreIsReadAsTheCommandReadsIt(String name) throws IOException, InterruptedException {
		Path at = Stores.unpacked(folder, name);
		int status = new ProcessBuilder(Golden.ROOT.resolve("bin/rowlens").toString(), "decode", at.toString())
				.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor();
		if (status > 1) {
			assertThrows(RowlensException.class, () -> Store.open(at));
			return;
		}
		try (Store store = Store.open(at)) {
			compareAll(printed("decode", at), Stores.all(store.scan().rows()));
		}
	}

	@Test
	void optionsLeaveRowsAndColumns() throws IOException, InterruptedException {
		try (Store store = Store.open(Stores.unpacked(folder, "hfile/maryk"))) {
			List<Map<String, Object>> rows = Stores.all(store.scan().rows());
			String record = (String) rows.get(0).get("record");
			long kept = rows.stream().filter(row -> record.equals(row.get("record"))).count();
			assertEquals(kept, Stores.all(store.scan().where("record = " + record).rows()).size());
			List<Map<String, Object>> typed = Stores.all(store.scan().format("maryk-hbase").record(record).limit(2).rows());
			assertTrue(typed.size() == 2 && typed.stream().allMatch(row -> row.get("maryk_hbase_" + record.replace('-', '_')) instanceof Map));
			StoreTable table = store.tables().stream().filter(one -> one.entries() > 0).findFirst().orElseThrow();
			byte[] after = Arrays.copyOf(table.first(), table.first().length + 1);
			List<Map<String, Object>> some = Stores.all(store.scan().table(table.name()).columns("row").start(table.first()).stop(after).stored().rows());
			assertFalse(some.isEmpty());
			for (Map<String, Object> row : some) {
				assertEquals(1, row.size());
				assertArrayEquals(table.first(), (byte[]) row.get("row"));
			}
		}
	}

	@Test
	void whatIsWrongIsRefused() throws IOException, InterruptedException {
		assertEquals("refused", assertThrows(RowlensException.class, () -> Store.open(Path.of("/no/such/folder"))).code());
		assertEquals("refused", assertThrows(RowlensException.class, () -> Store.open(Map.of())).code());
		Store store = Store.open(Stores.unpacked(folder, "lmdb/implexus-good"));
		for (StoreScan scan : List.of(store.scan().table("none"), store.scan().where("("), store.scan().columns("none"), store.scan().columns())) {
			assertEquals("refused", assertThrows(RowlensException.class, scan::rows).code());
		}
		assertEquals("unknown-format", assertThrows(RowlensException.class, store.scan().format("none")::rows).code());
		assertThrows(IllegalArgumentException.class, () -> store.scan().limit(0));
		store.close();
		store.close();
		assertThrows(IllegalStateException.class, store::tables);
		assertThrows(IllegalStateException.class, store.scan()::rows);
	}

	/** A channel that fails when told to, and reads little at a time. */
	private record Broken(SeekableByteChannel of, AtomicBoolean fails) implements SeekableByteChannel {
		@Override
		public int read(ByteBuffer to) throws IOException {
			if (fails.get()) {
				throw new IOException("the disk is gone");
			}
			return of.read(to.slice(to.position(), Math.min(to.remaining(), 100)));
		}

		@Override
		public SeekableByteChannel position(long position) throws IOException {
			of.position(position);
			return this;
		}

		@Override
		public long position() throws IOException {
			return of.position();
		}

		@Override
		public long size() throws IOException {
			return of.size();
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
			return of.isOpen();
		}

		@Override
		public void close() throws IOException {
			of.close();
		}
	}

	@Test
	void whatAChannelThrowsIsTheCause() throws IOException, InterruptedException {
		AtomicBoolean fails = new AtomicBoolean(true);
		Map<String, SeekableByteChannel> channels = Stores.channels(Stores.unpacked(folder, "hfile/maryk"));
		Map<String, Broken> broken = new LinkedHashMap<>();
		channels.forEach((name, channel) -> broken.put(name, new Broken(channel, fails)));
		RowlensException why = assertThrows(RowlensException.class, () -> Store.open(broken));
		assertEquals("the disk is gone", assertInstanceOf(IOException.class, why.getCause()).getMessage());
		assertEquals(0, StoreFiles.open());
		fails.set(false);
		Store store = Store.open(broken);
		StoreRows rows = store.scan().columns("row").rows();
		store.close();
		assertEquals(1, StoreFiles.open());
		fails.set(true);
		why = assertThrows(RowlensException.class, () -> Stores.all(rows));
		assertEquals("the disk is gone", assertInstanceOf(IOException.class, why.getCause()).getMessage());
		assertFalse(rows.hasNext());
		assertEquals(0, StoreFiles.open());
		Stores.closeAll(channels);
	}

	@Test
	void closedRowsHaveNoMore() throws IOException, InterruptedException {
		try (Store store = Store.open(Stores.unpacked(folder, "rfile/social"))) {
			StoreRows rows = store.scan().rows();
			rows.next();
			assertTrue(rows.hasNext());
			rows.close();
			assertFalse(rows.hasNext());
			assertThrows(NoSuchElementException.class, rows::next);
		}
	}

	@Test
	@Timeout(300)
	void whatNobodyHoldsIsClosed() throws IOException, InterruptedException {
		Map<String, SeekableByteChannel> channels = Stores.channels(Stores.unpacked(folder, "rfile/social"));
		assertTrue(Store.open(channels).scan().rows().hasNext());
		assertFalse(Store.open(channels).tables().isEmpty());
		while (StoreFiles.open() > 0) { // until the collector and the cleaner have run
			System.gc();
			Thread.yield();
		}
		Stores.closeAll(channels);
	}

	@Test
	void rowsOutliveTheStoreAndGoToOtherThreads() throws Exception {
		Map<String, SeekableByteChannel> channels = Stores.channels(Stores.unpacked(folder, "rfile/social"));
		Store store = Store.open(channels);
		int want = Stores.all(store.scan().rows()).size();
		List<Callable<Integer>> readers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			StoreRows rows = store.scan().rows();
			readers.add(() -> Stores.all(rows).size());
		}
		StoreRows unread = store.scan().rows();
		store.close();
		ExecutorService threads = Executors.newFixedThreadPool(4);
		for (Future<Integer> found : threads.invokeAll(readers)) {
			assertEquals(want, found.get());
		}
		threads.shutdown();
		assertTrue(unread.hasNext());
		unread.close();
		unread.close();
		assertEquals(0, StoreFiles.open());
		Stores.closeAll(channels);
	}
}
