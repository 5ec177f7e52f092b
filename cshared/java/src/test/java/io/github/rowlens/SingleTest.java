package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** One record at a time. */
class SingleTest {
	private static final Map<String, byte[]> A_COUNT = Golden.partsOf(Golden.ofKind(Golden.COUNT).get(0));
	private static final Map<String, byte[]> A_STATE = Golden.partsOf(Golden.ofKind(Golden.STATE).get(0));

	@Test
	void everyRowIsDecodedAndWrittenAgain() {
		try (Schema schema = new Schema(Golden.FORMAT, Golden.tables())) {
			for (Map<String, Object> row : Golden.ROWS) {
				String record = (String) row.get("record");
				Map<String, byte[]> parts = Golden.partsOf(row);
				assertEquals(row.get("fields"), Json.read(Rowlens.decodeJson(parts, Golden.FORMAT, record, schema)));
				Map<String, Object> fields = Rowlens.decode(parts, Golden.FORMAT, record, schema, Option.CHECK).fields();
				Rowlens.encode(fields, Golden.FORMAT, record, schema).forEach((name, bytes) -> assertEquals(row.get(name), Golden.hex(bytes)));
				assertArrayEquals(parts.get("row"), Rowlens.encodePart(fields, Golden.FORMAT, record, "row", schema));
			}
		}
	}

	@Test
	void integersHaveTheTypeOfTheirWidth() {
		Map<String, Object> fields = Rowlens.decode(A_COUNT, Golden.FORMAT, Golden.COUNT).fields();
		assertInstanceOf(Long.class, fields.get("count"));
		assertInstanceOf(Integer.class, fields.get("tableCode"));
	}

	@Test
	void bytesOfAnUnknownKindAreIdentified() {
		for (Map<String, Object> row : Golden.ROWS) {
			assertEquals(row.get("record"), Rowlens.decode(Golden.partsOf(row), Golden.FORMAT, "").record());
			assertEquals(row.get("record"), Rowlens.identify(Golden.partsOf(row), null).record());
		}
		DecodedRecord lone = Rowlens.decode(A_COUNT.get("row"));
		assertEquals(Golden.FORMAT + " " + Golden.COUNT, lone.format() + " " + lone.record());
		assertThrows(RowlensException.class, () -> Rowlens.identify(Map.of("bytes", new byte[1]), Golden.FORMAT));
	}

	@Test
	void anExceptionSaysCodeOffsetPartAndPath() {
		Map<String, byte[]> parts = new LinkedHashMap<>(A_COUNT);
		parts.put("value", new byte[3]);
		RowlensException e = assertThrows(RowlensException.class, () -> Rowlens.decode(parts, Golden.FORMAT, Golden.COUNT));
		assertEquals(List.of("truncated", -1, "value", -1), List.of(e.code(), e.number(), e.part(), e.row()));
		assertTrue(e.offset() >= 0 && e.offset() <= 3, e.toString());
		assertEquals("count", e.path());
	}

	@Test
	void aSaltThatDiffersFailsOnRequest() {
		Map<String, byte[]> parts = new LinkedHashMap<>(A_COUNT);
		byte[] row = parts.get("row").clone();
		row[0] ^= 1;
		parts.put("row", row);
		Rowlens.decode(parts, Golden.FORMAT, Golden.COUNT);
		refused("bad-check", () -> Rowlens.decode(parts, Golden.FORMAT, Golden.COUNT, null, Option.CHECK));
	}

	@Test
	void wrongCallsAreRefused() {
		refused("unknown-format", () -> Rowlens.decode(A_COUNT, "nothing", "x"));
		refused("unknown-record", () -> Rowlens.decode(A_COUNT, Golden.FORMAT, "x"));
		refused("bad-part", () -> Rowlens.decode(Map.of("x", new byte[0]), Golden.FORMAT, Golden.STATE));
		refused("bad-part", () -> Rowlens.decode(Map.of(), Golden.FORMAT, Golden.STATE));
		refused("not-json", () -> new Schema(Golden.FORMAT, "{").close());
		refused("refused", () -> Rowlens.encode(Map.of(), Golden.FORMAT, Golden.STATE, null));
		refused("unsupported", () -> Rowlens.encode(Map.of(), Golden.FORMAT, "x", null));
		refused("unknown-format", () -> Rowlens.hash32("nothing", "x"));
		assertThrows(IllegalArgumentException.class, () -> Rowlens.decode(A_COUNT, Golden.FORMAT + "\0", Golden.COUNT));
		assertThrows(IllegalArgumentException.class, () -> Rowlens.encode(Map.of("x", new Object()), Golden.FORMAT, Golden.STATE, null));
	}

	private static void refused(String code, Executable call) {
		assertEquals(code, assertThrows(RowlensException.class, call).code());
	}

	@Test
	void aClosedSchemaIsNotUsed() {
		Schema schema = new Schema(Golden.FORMAT, Golden.tables());
		try (Schema another = new Schema(Golden.FORMAT, Map.of("given", Map.of("names", List.of("demo.follow"))), schema)) {
			assertTrue(another.handle() > schema.handle());
		}
		schema.close();
		schema.close();
		assertThrows(IllegalStateException.class, () -> Rowlens.decode(A_COUNT, Golden.FORMAT, Golden.COUNT, schema));
	}

	@Test
	void aTreeExplainsEveryByte() {
		Map<String, Object> tree = Rowlens.explain(A_STATE, Golden.FORMAT, Golden.STATE, null);
		Map<?, ?> row = (Map<?, ?>) ((List<?>) tree.get("parts")).get(0);
		assertEquals(Golden.hex(A_STATE.get("row")), row.get("hex"));
	}

	@Test
	void ordersRangesVersionsAndHashes() {
		byte[] low = {1};
		byte[] high = {(byte) 0x80};
		assertEquals(List.of(-1, 1, 0), List.of(Rowlens.compare(low, high), Rowlens.compare(high, low), Rowlens.compare(low, low)));
		Map<String, Object> fields = Rowlens.decode(A_STATE, Golden.FORMAT, Golden.STATE).fields();
		KeyRange range = Rowlens.keyRange(
				Map.of("tableCode", fields.get("tableCode"), "source", fields.get("source")), Golden.FORMAT, Golden.STATE, null);
		assertEquals("row", range.part());
		assertTrue(Arrays.compareUnsigned(range.start(), A_STATE.get("row")) <= 0);
		assertTrue(Arrays.compareUnsigned(A_STATE.get("row"), range.stop()) < 0);
		Hlc time = new Hlc(1_700_000_000_000L, 7);
		assertEquals(time, Rowlens.hlcSplit("maryk", Rowlens.hlcJoin("maryk", time)));
		assertEquals(1526621597, Rowlens.hash32(Golden.FORMAT, "demo.follow"));
	}
}
