package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Many records to bytes, from fields and from columns. */
class EncodeTest {
	private static final Kind INDEXES = Kind.of(Golden.FORMAT, "edge-index");
	private static final Kind COUNTS = Kind.of(Golden.FORMAT, "edge-count");

	private static List<Map<String, byte[]>> rowsOf(String record) {
		return Golden.ofKind(record).stream().map(Golden::partsOf).toList();
	}

	private static void equal(List<Map<String, byte[]>> rows, Map<String, EncodedBatch> found) {
		found.forEach((part, batch) -> {
			assertEquals(rows.size(), batch.size());
			for (int row = 0; row < batch.size(); row++) {
				assertArrayEquals(rows.get(row).get(part), batch.bytes(row));
			}
		});
	}

	@Test
	void partsTogetherAreTheParts() {
		List<Map<String, byte[]>> rows = rowsOf("edge-index");
		List<Map<String, Object>> fields = rows.stream().map(INDEXES::decode).map(DecodedRecord::fields).toList();
		Map<String, EncodedBatch> together = INDEXES.encodeBatch(List.of("value", "row"), fields);
		assertEquals(List.of("value", "row"), List.copyOf(together.keySet()));
		equal(rows, together);
		equal(rows, Map.of("row", INDEXES.encodeBatch("row", fields)));
	}

	@Test
	void valuesOfEveryTypeAreWrittenAsOneByOne() {
		Map<String, List<?>> values = Map.of(
				"double", List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, 0.0, 1.5f, 3),
				"long", List.of(0, 23, 24L, 255, 256, 65535, 65536, 1L << 32, (short) -1, (byte) -24, -25, -257, Long.MIN_VALUE, Long.MAX_VALUE),
				"ulong", List.of(BigInteger.TWO.pow(64).subtract(BigInteger.ONE), BigInteger.ONE),
				"biginteger", List.of(BigInteger.TWO.pow(90), BigInteger.TWO.pow(90).negate(), 5),
				"string", List.of("é😀\u2028", "x".repeat(70_000), new StringBuilder("text"), "\ud800"),
				"bytes", List.of(new byte[] {0, -1}, new byte[300]));
		values.forEach((record, list) -> {
			Kind kind = Kind.of("lexicoders", record).unlimited();
			List<Map<String, Object>> fields = list.stream().<Map<String, Object>>map(value -> Map.of("value", value)).toList();
			EncodedBatch written = kind.encodeBatch("value", fields);
			for (int row = 0; row < written.size(); row++) {
				assertArrayEquals(kind.encodePart("value", fields.get(row)), written.bytes(row), record + row);
			}
		});
		assertThrows(IllegalArgumentException.class, () -> COUNTS.encodeBatch("row", List.of(Map.of("count", new Object()))));
		assertEquals("refused", COUNTS.encodeBatch("value", List.of(Map.of("count", new BigDecimal("1.5")))).error(0).code());
	}

	@Test
	void aRecordThatIsRefusedSaysWhy() {
		List<Map<String, byte[]>> rows = rowsOf("edge-count");
		List<Map<String, Object>> fields = new ArrayList<>(rows.stream().map(COUNTS::decode).map(DecodedRecord::fields).toList());
		fields.set(1, new LinkedHashMap<>(fields.get(1)));
		fields.get(1).put("direction", "UP");
		Map<String, EncodedBatch> found = COUNTS.encodeBatch(List.of("row", "value"), fields);
		assertArrayEquals(rows.get(0).get("row"), found.get("row").bytes(0));
		for (EncodedBatch batch : found.values()) {
			RowlensException e = batch.error(1);
			assertEquals(List.of("refused", 1, "direction", batch.code(1)), List.of(e.code(), e.row(), e.path(), e.number()));
			assertThrows(RowlensException.class, () -> batch.bytes(1));
		}
		for (List<String> parts : List.of(List.<String>of(), List.of("rows"), List.of("row", "row"))) {
			assertEquals("bad-part", assertThrows(RowlensException.class, () -> COUNTS.encodeBatch(parts, fields)).code());
		}
	}

	@Test
	void aStrictKindFailsAtTheFirstRowThatIsRefused() {
		List<Map<String, Object>> fields = List.of(Map.of("count", 1), Map.of("count", "x"), Map.of("count", "y"));
		Member counts = Member.cells("count", Field.Type.UTF8, Cells.of(List.of("1".getBytes(), "x".getBytes())));
		Kind strict = COUNTS.strict();
		for (Executable call : List.<Executable>of(() -> strict.encodeBatch("value", fields), () -> strict.encodeBatch(List.of("value"), fields),
				() -> strict.encodeColumns(List.of("value"), List.of(counts)))) {
			RowlensException e = assertThrows(RowlensException.class, call);
			assertEquals(List.of("refused", -109, 1, "count"), List.of(e.code(), e.number(), e.row(), e.path()));
		}
		EncodedBatch found = COUNTS.encodeBatch("value", fields);
		assertEquals(List.of(0, -109, -109), List.of(found.code(0), found.code(1), found.code(2)));
		assertArrayEquals(found.bytes(0), strict.encodeBatch("value", fields.subList(0, 1)).bytes(0));
	}

	@Test
	void whatDoesNotExistHasOneCodeInAllCalls() {
		Map<Kind, String> kinds = Map.of(Kind.of(Golden.FORMAT, "nope"), "unknown-record", Kind.of("nope", "nope"), "unknown-format",
				Kind.any(Golden.FORMAT), "unknown-record", Kind.of(Golden.FORMAT, "string-hash"), "unsupported");
		Map<String, Integer> numbers = Map.of("unknown-record", -104, "unknown-format", -103, "unsupported", -108);
		kinds.forEach((kind, code) -> {
			for (Executable call : List.<Executable>of(() -> kind.encode(Map.of()), () -> kind.encodeAll(Map.of()), () -> kind.encodePart("row", Map.of()),
					() -> kind.encodeBatch("row", List.of(Map.of())))) {
				RowlensException e = assertThrows(RowlensException.class, call, kind.toString());
				assertEquals(List.of(code, numbers.get(code)), List.of(e.code(), e.number()), kind.toString());
				assertTrue(e.getMessage().startsWith(code + ": "), e.getMessage());
			}
		});
	}

	@Test
	void columnsAreTakenBack() {
		List<Map<String, byte[]>> rows = rowsOf("edge-count");
		List<Field> fields = List.of(new Field("tableCode", Field.Type.INT64), new Field("direction", Field.Type.UTF8),
				new Field("directedSource", Field.Type.CBOR), new Field("count", Field.Type.INT64));
		Columns columns = COUNTS.decodeColumns(Golden.cellsOf(rows), fields);
		List<Member> members = new ArrayList<>();
		for (int i = 0; i < fields.size(); i++) {
			members.add(Member.column(fields.get(i).path(), columns.column(i)));
		}
		equal(rows, COUNTS.encodeColumns(List.of("row", "value"), members));
	}

	@Test
	void membersOfEveryTypeAndRowsWithoutThem() {
		Kind kind = Golden.kind(Golden.STATE);
		byte[] id = "{\"type\":\"long\",\"value\":1}".getBytes();
		Cells ids = Cells.of(List.of(id, id, id));
		Cells none = Cells.of(Arrays.asList("[]".getBytes(), null, "[]".getBytes()));
		List<Member> members = new ArrayList<>(List.of(Member.longs("tableCode", 5, 5, 5), Member.cells("source", Field.Type.JSON, ids),
				Member.cells("target", Field.Type.JSON, ids), Member.longs("version", 1, 2, 3), Member.cells("properties", Field.Type.JSON, none)));
		members.add(Member.bools("active", true, false, true).valid(true, true));
		EncodedBatch found = kind.encodeColumns(List.of("value"), members).get("value");
		for (int row = 0; row < 2; row++) {
			Map<String, ?> fields = Map.of("tableCode", 5, "source", Map.of("type", "long", "value", 1), "target", Map.of("type", "long", "value", 1),
					"active", row == 0, "version", row + 1L, "properties", List.of());
			assertArrayEquals(kind.encodePart("value", fields), found.bytes(row));
		}
		assertEquals(List.of(2, "active"), List.of(found.error(2).row(), found.error(2).path()));
		EncodedBatch doubles = Kind.of("lexicoders", "double").encodeColumns(List.of("value"), List.of(Member.doubles("value", 0.5, 2))).get("value");
		assertArrayEquals(Kind.of("lexicoders", "double").encodePart("value", Map.of("value", 2.0)), doubles.bytes(1));
	}

	@Test
	void membersThatMakeNoFieldsAreRefused() {
		Member count = Member.longs("count", 1);
		Cells text = Cells.of(List.of("x".getBytes()));
		for (List<Member> members : List.of(List.of(count, count), List.of(count, Member.longs("count.a", 1)), List.of(Member.longs("count[1]", 1)),
				List.of(Member.cells("", Field.Type.ERROR, text)))) {
			assertEquals("bad-option", assertThrows(RowlensException.class, () -> COUNTS.encodeColumns(List.of("value"), members)).code(), members.toString());
		}
		assertEquals("bad-length", assertThrows(RowlensException.class, () -> COUNTS.encodeColumns(List.of("value"), List.of())).code());
		assertThrows(IllegalArgumentException.class, () -> Member.cells("count", Field.Type.INT64, text));
		assertThrows(IllegalArgumentException.class, () -> COUNTS.encodeColumns(List.of("value"), List.of(count, Member.longs("version", 1, 2))));
	}

	@Test
	void severalOfOnePartAreAList() {
		List<Map<String, byte[]>> rows = rowsOf("edge-count");
		Map<String, Object> fields = COUNTS.decode(rows.get(0)).fields();
		COUNTS.encodeAll(fields).forEach((part, list) -> {
			assertEquals(1, list.size());
			assertArrayEquals(COUNTS.encode(fields).get(part), list.get(0));
		});
		Map<String, List<byte[]>> several = Kind.lists(Json.members("{\"values\":\"01\",\"entries\":[\"00\",\"ff\"],\"none\":[]}"));
		assertEquals(List.of(1, 2, 0), several.values().stream().map(List::size).toList());
		assertArrayEquals(new byte[] {-1}, several.get("entries").get(1));
	}
}
