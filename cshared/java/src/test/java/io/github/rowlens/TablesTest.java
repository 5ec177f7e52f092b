package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Statistics and differences of dumps and stores, compared with the command's output. */
class TablesTest {
	private static final Path STORES = Golden.ROOT.resolve("golden/store-files/samples");

	@SuppressWarnings("unchecked")
	private static List<Map<String, Object>> cases(String folder) {
		return (List<Map<String, Object>>) Json.read(Golden.text("golden/" + folder + "/cases.json"));
	}

	private static Source dump(Object name) throws IOException {
		return Source.ofDump(Files.newInputStream(Golden.ROOT.resolve("golden/" + name)));
	}

	/** The schema that a case names, or null. */
	private static Schema schemaOf(Map<String, Object> one) {
		return one.get("schema") == null ? null : new Schema(Golden.FORMAT, Golden.text("golden/" + one.get("schema")));
	}

	private static Map<?, ?> options(Map<String, Object> one) {
		return one.get("options") instanceof Map<?, ?> options ? options : Map.of();
	}

	private static Stats with(Stats stats, Map<?, ?> options) {
		for (Map.Entry<?, ?> option : options.entrySet()) {
			Object value = option.getValue();
			stats = switch ((String) option.getKey()) {
				case "format" -> stats.format((String) value);
				case "record" -> stats.record((String) value);
				case "where" -> stats.where((String) value);
				case "top" -> stats.top(((Long) value).intValue());
				case "regions" -> stats.regions(((Long) value).intValue());
				case "splits" -> stats.splits(((List<?>) value).stream().map(Golden::bytes).toList());
				case "stored" -> stats;
				default -> throw new AssertionError(option);
			};
		}
		return stats;
	}

	@Test
	void reportsAreThoseOfTheCommand() throws IOException {
		for (Map<String, Object> one : cases("stats")) {
			try (Schema schema = schemaOf(one)) {
				Source rows = one.containsKey("store") ? Source.ofStore(Golden.ROOT.resolve("golden/" + one.get("input"))) : dump(one.get("input"));
				rows = options(one).containsKey("stored") ? rows.stored() : rows;
				Map<String, Object> want = Json.members(Golden.text("golden/stats/" + one.get("name") + ".json"));
				assertEquals(want, with(Stats.of(rows).schema(schema), options(one)).report(), one.toString());
			}
		}
	}

	@Test
	void whatWasCountedSoFarGrows() {
		StringBuilder text = new StringBuilder();
		for (long i = 0; i < 150_000; i++) {
			text.append("2c").append(HexFormat.of().toHexDigits(Long.MIN_VALUE | i)).append('\n');
		}
		Source dump = Source.ofDump(text.toString().getBytes(StandardCharsets.US_ASCII)).file("values.txt");
		List<Long> rows = new ArrayList<>();
		Map<String, Object> report = Stats.of(dump).format(Golden.FORMAT).report(soFar -> rows.add((Long) soFar.get("rows")));
		assertEquals(150_000L, report.get("rows"));
		assertTrue(rows.size() > 1 && rows.get(0) > 0 && rows.get(0) < rows.get(1), rows.toString());
	}

	@Test
	void rowsOfAStoreAreChosen() {
		Source all = Source.ofStore(STORES.resolve("lmdb"));
		long some = (Long) Stats.of(all.start("catl:".getBytes()).stop("catl:~".getBytes())).report().get("rows");
		assertTrue(some > 0 && some < (Long) Stats.of(all).report().get("rows"));
		assertEquals(3L, Stats.of(all.limit(3)).report().get("rows"));
	}

	/** A difference as the line of the command it came from. */
	private static Map<String, Object> lineOf(Difference found) {
		Map<String, Object> line = new LinkedHashMap<>();
		line.put("change", found.change());
		line.put("format", found.format());
		line.put("record", found.record());
		line.put("parts", hex(found.parts()));
		line.put("timestamp", found.timestamp());
		line.put("deleted", found.deleted());
		line.put("source", found.source());
		Map<String, Object> was = new LinkedHashMap<>();
		was.put("parts", hex(found.was()));
		was.put("timestamp", found.wasTimestamp());
		line.put("was", some(was));
		line.put("error", found.error());
		line.put("fields", found.fields().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, field -> {
			List<Object> both = new ArrayList<>();
			both.add(field.getValue().before());
			both.add(field.getValue().after());
			return both;
		})));
		return some(line);
	}

	private static Map<String, String> hex(Map<String, byte[]> parts) {
		return parts.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, part -> Golden.hex(part.getValue())));
	}

	/** The members that are set. */
	private static Map<String, Object> some(Map<String, Object> members) {
		Map<String, Object> some = new LinkedHashMap<>(members);
		some.values().removeIf(value -> value == null || value.equals(Map.of()));
		return some;
	}

	@Test
	@SuppressWarnings("unchecked")
	void differencesAreThoseOfTheCommand() throws IOException {
		for (Map<String, Object> one : cases("differences")) {
			List<Map<String, Object>> lines = Golden.text("golden/differences/" + one.get("name") + ".jsonl").lines().map(Json::members).toList();
			try (Schema schema = schemaOf(one)) {
				Diff diff = Diff.of(dump(one.get("old")), dump(one.get("new"))).schema(schema);
				diff = options(one).containsKey("visible") ? diff.visible() : diff;
				diff = options(one).get("match") instanceof String by ? diff.match(by) : diff;
				diff = options(one).containsKey("limit") ? diff.limit((Long) options(one).get("limit")) : diff;
				List<Map<String, Object>> found = new ArrayList<>();
				Diff.Totals totals = diff.forEach(line -> found.add(lineOf(line)));
				assertEquals(lines.subList(0, lines.size() - 1).stream().map(TablesTest::some).toList(), found, one.toString());
				Map<String, Object> want = (Map<String, Object>) lines.get(lines.size() - 1).get("totals");
				assertEquals(want, Map.of("added", totals.added(), "removed", totals.removed(), "changed", totals.changed(), "same", totals.same(),
						"unread", totals.unread(), "records", totals.records()));
				assertEquals(lines.size() > 1, totals.differ());
			}
		}
	}

	@Test
	void statesOfAStoreAreCompared() {
		Source now = Source.ofStore(STORES.resolve("rocksdb"));
		Diff diff = Diff.of(now.at(50), now);
		Diff.Totals totals = diff.totals();
		assertEquals(List.of(185L, 27L, 5L, 18L, 0L), List.of(totals.added(), totals.removed(), totals.changed(), totals.same(), totals.unread()));
		assertEquals(217, diff.list().size());
		assertFalse(Diff.of(now, now).stored().totals().differ());
	}

	@Test
	void twoRowsAreCompared() {
		Map<String, byte[]> row = Golden.partsOf(Golden.ofKind(Golden.COUNT).get(0));
		assertTrue(Diff.ofRows(row, row).isEmpty());
		Map<String, byte[]> more = new LinkedHashMap<>(row);
		more.put("value", new byte[] {0, 0, 0, 0, 0, 0, 1, 0});
		Difference found = Diff.ofRows(row, more, Golden.FORMAT, null).orElseThrow();
		assertEquals("changed " + Golden.COUNT, found.change() + " " + found.record());
		assertEquals("256", found.fields().get("count").after());
		assertArrayEquals(row.get("value"), found.was().get("value"));
		try (Schema schema = new Schema(Golden.FORMAT, Golden.tables())) {
			assertEquals("added", Diff.ofRows(null, row, "", schema).orElseThrow().change());
		}
	}

	@Test
	void aSourceIsReadAgain() {
		byte[] text = Golden.text("golden/actionbase/actionbase-hbase-shell.txt").getBytes(StandardCharsets.UTF_8);
		Source dump = Source.ofDump(text);
		Stats stats = Stats.of(dump).format(Golden.FORMAT);
		long rows = (Long) stats.report().get("rows");
		assertTrue(rows > 100);
		assertEquals(rows, stats.report().get("rows"));
		assertEquals(rows, Stats.of(dump.file("scan.txt")).report().get("rows"));
		Diff same = Diff.of(dump, dump);
		assertEquals(List.of(rows, false), List.of(same.totals().same(), same.totals().differ()));
		Diff gone = Diff.of(dump, Source.ofDump(new byte[0]));
		assertEquals(rows, gone.totals().removed());
		assertEquals(rows, gone.list().size());
	}

	@Test
	void aStreamIsReadOnce() {
		byte[] text = Golden.text("golden/actionbase/actionbase-hbase-shell.txt").getBytes(StandardCharsets.UTF_8);
		Source dump = Source.ofDump(new ByteArrayInputStream(text));
		assertEquals("unknown-format", assertThrows(RowlensException.class, () -> Stats.of(dump).format("no-such").report()).code(), "before it is read");
		assertTrue((Long) Stats.of(dump).report().get("rows") > 100);
		Source other = Source.ofDump(new ByteArrayInputStream(text));
		for (Executable again : List.<Executable>of(() -> Stats.of(dump.file("scan.txt")).report(), () -> Diff.of(dump, other).totals(),
				() -> Diff.of(other, other).list())) {
			String said = assertThrows(IllegalStateException.class, again).getMessage();
			assertTrue(said.startsWith("the stream of this dump was read before"), said);
		}
	}

	@Test
	void whatIsRefusedSaysWhy() {
		byte[] text = Golden.text("golden/actionbase/actionbase-hbase-shell.txt").getBytes(StandardCharsets.UTF_8);
		Map<Executable, String> calls = Map.of(
				() -> Stats.of(Source.ofDump(text)).format("no-such").report(), "unknown-format",
				() -> Stats.of(Source.ofDump(text)).top(-1).report(), "refused",
				() -> Stats.of(Source.ofStore(Path.of("no/such/folder"))).report(), "refused",
				() -> Diff.of(Source.ofDump(text), Source.ofDump(text)).stored().visible().totals(), "refused",
				() -> Diff.of(Source.ofDump(text), Source.ofDump(text)).memory(20_000).totals(), "refused");
		calls.forEach((call, code) -> assertEquals(code, assertThrows(RowlensException.class, call).code()));
		InputStream broken = new ByteArrayInputStream(text) {
			@Override
			public byte[] readNBytes(int size) throws IOException {
				throw new IOException("the network is down");
			}
		};
		assertThrows(UncheckedIOException.class, () -> Stats.of(Source.ofDump(broken)).report());
	}
}
