package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores cut into parts for workers, which together have all rows of one scan exactly once. */
class PartsTest {
	@TempDir
	private Path folder;

	/** Rows as sorted texts; a report of damage has the keys of its own part. */
	private static List<String> sorted(List<Map<String, Object>> rows) {
		return rows.stream().peek(row -> row.replace("error", true)).map(Json::write).sorted().toList();
	}

	private static List<Map<String, Object>> each(List<StoreScan> scans) {
		List<Map<String, Object>> rows = new ArrayList<>();
		scans.forEach(scan -> rows.addAll(Stores.all(scan.rows())));
		return rows;
	}

	/** A part as another process receives it. */
	private static Part sent(Part part) throws IOException, ClassNotFoundException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
			out.writeObject(part);
		}
		try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
			return (Part) in.readObject();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = {"rocksdb/indexes-v6", "rocksdb/damaged-data-block", "lmdb/implexus-good", "lmdb/implexus-corrupt", "hfile/maryk", "rfile/social"})
	void partsHaveAllRowsOnce(String name) throws IOException, InterruptedException, ClassNotFoundException {
		Path at = Stores.unpacked(folder, name);
		Map<String, SeekableByteChannel> channels = Stores.channels(at);
		int most = 0;
		try (Store store = Store.open(at); Store other = Store.open(channels)) {
			String table = store.tables().get(0).name();
			List<UnaryOperator<StoreScan>> asked = List.of(scan -> scan, StoreScan::stored, scan -> scan.table(table).start(new byte[] {3}));
			for (UnaryOperator<StoreScan> which : asked) {
				List<String> want = sorted(Stores.all(which.apply(store.scan()).rows()));
				for (long size : new long[] {0, 1, 5000}) {
					List<StoreScan> scans = new ArrayList<>();
					for (Part part : which.apply(store.scan()).parts(size)) {
						scans.add(which.apply(other.scan(sent(part))));
					}
					assertEquals(want, sorted(each(scans)), "parts of " + size);
					most = Math.max(most, scans.size());
				}
			}
		}
		assertTrue(most > 1, "nothing was cut");
		Stores.closeAll(channels);
	}

	@ParameterizedTest
	@ValueSource(strings = {"maryk-rocksdb/latest", "lmdb/implexus-good", "hfile/maryk", "rfile/social"})
	void sharesHaveAllRowsOnce(String name) throws IOException, InterruptedException {
		try (Store store = Store.open(Stores.unpacked(folder, name))) {
			List<String> want = sorted(Stores.all(store.scan().rows()));
			for (int of : new int[] {1, 2, 50}) {
				List<StoreScan> scans = new ArrayList<>();
				for (int number = 0; number < of; number++) {
					scans.add(store.scan().share(number, of));
				}
				assertEquals(want, sorted(each(scans)), "shares of " + of);
			}
		}
	}

	/** A store that cannot be read at all has no table: its damage is reported with any table, in one part and in one share. */
	@Test
	void theDamageOfAStoreWithoutTablesIsShownOnce() throws IOException, InterruptedException {
		try (Store store = Store.open(Stores.unpacked(folder, "rfile/all"))) {
			String table = store.tables().get(0).name();
			for (StoreScan scan : List.of(store.scan(), store.scan().table(table))) {
				List<Map<String, Object>> whole = Stores.all(scan.rows());
				List<StoreScan> parts = scan.parts(1000).stream().map(scan::part).toList();
				List<StoreScan> shares = List.of(scan.share(0, 3), scan.share(1, 3), scan.share(2, 3));
				for (List<Map<String, Object>> rows : List.of(whole, each(parts), each(shares))) {
					assertEquals(1, rows.stream().filter(row -> row.get("source") instanceof Map<?, ?> at && "encrypted.rf".equals(at.get("file"))).count());
					assertEquals(sorted(whole), sorted(rows));
				}
			}
		}
	}

	@Test
	void otherKeysAreLeftOut() throws IOException, InterruptedException {
		try (Store store = Store.open(Stores.unpacked(folder, "hfile/maryk"))) {
			byte[] key = (byte[]) store.scan().rows().next().get("row");
			List<Part> parts = store.scan().parts(1, new KeyRange("row", key, Arrays.copyOf(key, key.length + 1)));
			Set<String> found = new HashSet<>();
			each(parts.stream().map(store::scan).toList()).forEach(row -> found.add(Golden.hex((byte[]) row.get("row"))));
			assertEquals(Set.of(Golden.hex(key)), found);
			int all = each(store.parts(1).stream().map(store::scan).toList()).size();
			KeyRange open = new KeyRange("row", null, null);
			assertEquals(all, each(store.scan().parts(1, open).stream().map(store::scan).toList()).size());
		}
	}

	@Test
	void whatIsWrongIsRefused(@TempDir Path another) throws IOException, InterruptedException {
		Store store = Store.open(Stores.unpacked(folder, "hfile/maryk"));
		Part part = store.parts(1).get(0);
		try (Store other = Store.open(Stores.unpacked(another, "rfile/social"))) {
			RowlensException why = assertThrows(RowlensException.class, other.scan(part)::rows);
			assertTrue(why.getMessage().contains("have changed since"), why.getMessage());
		}
		for (KeyRange keys : List.of(new KeyRange("value", null, null), new KeyRange("", new byte[1], null))) {
			assertEquals("refused", assertThrows(RowlensException.class, () -> store.scan().parts(1, keys)).code());
		}
		assertEquals("refused", assertThrows(RowlensException.class, () -> store.parts(-1)).code());
		assertEquals("refused", assertThrows(RowlensException.class, () -> store.scan().table("none").parts(1)).code());
		for (String text : List.of("{}", "{\"store\":-1}", part.text().replace("\"store\":0", "\"store\":999"), part.text().replace("\"number\":0", "\"number\":-7"))) {
			assertEquals("refused", assertThrows(RowlensException.class, store.scan(new Part(text))::rows, text).code());
		}
		for (String text : List.of("", "null", "[1]", "{", "[".repeat(100_000))) {
			assertThrows(IllegalArgumentException.class, () -> store.scan(new Part(text)), text);
		}
		for (int[] share : new int[][] {{1, 1}, {-1, 1}, {0, 0}}) {
			assertEquals("refused", assertThrows(RowlensException.class, store.scan().share(share[0], share[1])::rows).code());
		}
		store.close();
		assertThrows(IllegalStateException.class, () -> store.parts(1));
	}
}
