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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** One record at a time. */
class SingleTest {
	private static final Kind COUNTS = Golden.kind(Golden.COUNT);
	private static final Kind STATES = Golden.kind(Golden.STATE);
	private static final Map<String, byte[]> A_COUNT = Golden.partsOf(Golden.ofKind(Golden.COUNT).get(0));
	private static final Map<String, byte[]> A_STATE = Golden.partsOf(Golden.ofKind(Golden.STATE).get(0));

	@Test
	void everyRowIsDecodedAndWrittenAgain() {
		try (Schema schema = new Schema(Golden.FORMAT, Golden.tables())) {
			for (Map<String, Object> row : Golden.ROWS) {
				String record = (String) row.get("record");
				Map<String, byte[]> parts = Golden.partsOf(row);
				Kind kind = Golden.kind(record).schema(schema);
				assertEquals(row.get("fields"), Json.read(kind.decodeJson(parts)));
				Map<String, Object> fields = kind.check().decode(parts).fields();
				kind.encode(fields).forEach((name, bytes) -> assertEquals(row.get(name), Golden.hex(bytes)));
				assertArrayEquals(parts.get("row"), kind.encodePart("row", fields));
			}
		}
	}

	@Test
	void integersHaveTheTypeOfTheirWidth() {
		Map<String, Object> fields = COUNTS.decode(A_COUNT).fields();
		assertInstanceOf(Long.class, fields.get("count"));
		assertInstanceOf(Integer.class, fields.get("tableCode"));
	}

	@Test
	void bytesOfAnUnknownKindAreIdentified() {
		for (Map<String, Object> row : Golden.ROWS) {
			assertEquals(row.get("record"), Kind.any(Golden.FORMAT).decode(Golden.partsOf(row)).record());
			assertEquals(row.get("record"), Rowlens.identify(Golden.partsOf(row)).kind().record());
		}
		DecodedRecord lone = Rowlens.decode(A_COUNT.get("row"));
		assertEquals(Golden.FORMAT + " " + Golden.COUNT, lone.format() + " " + lone.record());
		assertThrows(RowlensException.class, () -> Rowlens.identify(Map.of("bytes", new byte[1]), Golden.FORMAT));
	}

	@Test
	void anExceptionSaysCodeOffsetPartAndPath() {
		Map<String, byte[]> parts = new LinkedHashMap<>(A_COUNT);
		parts.put("value", new byte[3]);
		RowlensException e = assertThrows(RowlensException.class, () -> COUNTS.decode(parts));
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
		Map<String, Object> doubts = COUNTS.decode(parts).doubts();
		assertEquals(false, doubts.get("canonical"));
		Map<?, ?> salt = (Map<?, ?>) ((List<?>) doubts.get("check")).get(0);
		assertArrayEquals(Arrays.copyOf(row, 4), (byte[]) salt.get("stored"));
		assertEquals(Map.of(), COUNTS.decode(A_COUNT).doubts());
		assertEquals(doubts.keySet(), Kind.any("actionbase").decode(parts).doubts().keySet());
		refused("bad-check", () -> COUNTS.decodeJson(parts));
		refused("bad-check", () -> COUNTS.check().decode(parts));
	}

	@Test
	void wrongCallsAreRefused() {
		refused("unknown-format", () -> Kind.of("nothing", "x").decode(A_COUNT));
		refused("unknown-record", () -> Golden.kind("x").decode(A_COUNT));
		refused("bad-part", () -> STATES.decode(Map.of("x", new byte[0])));
		refused("bad-part", () -> STATES.decode(Map.of()));
		refused("not-json", () -> new Schema(Golden.FORMAT, "{").close());
		refused("refused", () -> STATES.encode(Map.of()));
		refused("unknown-record", () -> Golden.kind("x").encode(Map.of()));
		refused("unknown-format", () -> Rowlens.hash32("nothing", "x"));
		assertThrows(IllegalArgumentException.class, () -> Kind.of(Golden.FORMAT + "\0", Golden.COUNT).decode(A_COUNT));
		assertThrows(IllegalArgumentException.class, () -> STATES.encode(Map.of("x", new Object())));
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
		assertThrows(IllegalStateException.class, () -> COUNTS.schema(schema).decode(A_COUNT));
	}

	@Test
	@Timeout(300)
	void aSchemaThatNobodyHoldsIsClosed() {
		long handle = new Schema(Golden.FORMAT, Golden.tables()).handle();
		for (;;) { // until the collector and the cleaner have run
			System.gc();
			String said = Rowlens.answer("{\"op\":\"order\",\"text\":\"00\",\"schema\":" + handle + "}");
			if (said.contains("no open schema has the handle " + handle)) {
				break;
			}
			Thread.yield();
		}
		Schema open = new Schema(Golden.FORMAT, Golden.tables());
		assertEquals("Schema of actionbase", open.toString());
		open.close();
		assertEquals("Schema of actionbase, closed", open.toString());
	}

	@Test
	void aTreeExplainsEveryByte() {
		Map<String, Object> tree = STATES.explain(A_STATE);
		Map<?, ?> row = (Map<?, ?>) ((List<?>) tree.get("parts")).get(0);
		assertEquals(Golden.hex(A_STATE.get("row")), row.get("hex"));
	}

	@Test
	void ordersRangesVersionsAndHashes() {
		Map<String, byte[]> low = Map.of("key", new byte[] {1});
		Map<String, byte[]> high = Map.of("key", new byte[] {(byte) 0x80});
		Order order = Order.of("");
		assertEquals(List.of(-1, 1, 0), List.of(order.compare(low, high), order.compare(high, low), order.compare(low, low)));
		Map<String, Object> fields = STATES.decode(A_STATE).fields();
		KeyRange range = STATES.keyRange(Map.of("tableCode", fields.get("tableCode"), "source", fields.get("source")));
		assertEquals("row", range.part());
		assertTrue(Arrays.compareUnsigned(range.start(), A_STATE.get("row")) <= 0);
		assertTrue(Arrays.compareUnsigned(A_STATE.get("row"), range.stop()) < 0);
		Hlc time = new Hlc(1_700_000_000_000L, 7);
		assertEquals(time, Rowlens.hlcSplit("maryk", Rowlens.hlcJoin("maryk", time.physical(), time.logical())));
		assertEquals(1526621597, Rowlens.hash32(Golden.FORMAT, "demo.follow"));
	}
}
