package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** Rows of one kind, as records and as typed columns. */
class BatchTest {
	private static final List<Field> FIELDS = List.of(new Field("source.value", Field.Type.UTF8), new Field("version", Field.Type.INT64),
			new Field("active", Field.Type.BOOL), new Field("", Field.Type.JSON), Field.error(), new Field("version", Field.Type.FLOAT64));

	private final List<Map<String, byte[]>> rows = new ArrayList<>(Golden.ofKind(Golden.STATE).stream().map(Golden::partsOf).toList());
	private final Kind states = Golden.kind(Golden.STATE);
	private final List<DecodedRecord> records = rows.stream().map(states::decode).toList();

	/** Row 1 is cut short, row 2 is null. */
	private Map<String, Cells> damaged() {
		Map<String, byte[]> cut = new LinkedHashMap<>(rows.get(1));
		cut.put("row", Arrays.copyOf(cut.get("row"), 7));
		Map<String, byte[]> none = new LinkedHashMap<>(rows.get(2));
		none.put("row", null);
		rows.set(1, cut);
		rows.set(2, none);
		return Golden.cellsOf(rows);
	}

	@Test
	void aBatchHasTheRecordOfEachRow() {
		Batch batch = states.decodeBatch(Golden.cellsOf(rows));
		assertEquals(rows.size(), batch.size());
		List<Map<String, Object>> fields = new ArrayList<>();
		for (int row = 0; row < batch.size(); row++) {
			assertEquals(Json.write(records.get(row).fields()), Json.write(batch.record(row).fields()));
			fields.add(batch.record(row).fields());
		}
		EncodedBatch written = states.encodeBatch("row", fields);
		for (int row = 0; row < written.size(); row++) {
			assertArrayEquals(rows.get(row).get("row"), written.bytes(row));
		}
	}

	@Test
	void rowsAreIterated() {
		Batch batch = states.decodeBatch(damaged());
		int seen = 0;
		for (Row<DecodedRecord> row : batch) {
			assertEquals(seen++, row.number());
			assertEquals(batch.error(row.number()) == null, row.error() == null);
			assertEquals(row.number() == 2, row.isNull());
			if (row.error() == null) {
				assertEquals(batch.record(row.number()), row.get());
			} else {
				assertThrows(RowlensException.class, row::get);
			}
		}
		assertEquals(batch.size(), seen);
		assertEquals("Batch of actionbase edge-state: " + seen + " rows, 1 with an error", batch.toString());
		EncodedBatch written = states.encodeBatch("row", List.of(records.get(0).fields(), Map.of()));
		Iterator<Row<byte[]>> parts = written.iterator();
		assertArrayEquals(rows.get(0).get("row"), parts.next().get());
		assertEquals("refused", parts.next().error().code());
		assertThrows(NoSuchElementException.class, parts::next);
		assertEquals("EncodedBatch: 2 rows, 1 with an error", written.toString());
		assertEquals("Columns: " + FIELDS.size() + " of " + seen + " rows, 1 with an error", states.decodeColumns(damaged(), FIELDS).toString());
	}

	@Test
	void aBatchWithoutAKindSaysTheKindOfEachRow() {
		List<Map<String, byte[]>> all = Golden.ROWS.stream().map(Golden::partsOf).toList();
		Batch batch = Kind.any(Golden.FORMAT).decodeBatch(Golden.cellsOf(all));
		for (int row = 0; row < batch.size(); row++) {
			assertEquals(Golden.ROWS.get(row).get("record"), batch.record(row).record());
		}
	}

	@Test
	void aRowThatFailsOrIsNullKeepsItsPlace() {
		Batch batch = states.decodeBatch(damaged());
		assertEquals(List.of(1, "row", "truncated"), List.of(batch.error(1).row(), batch.error(1).part(), batch.error(1).code()));
		assertEquals(batch.error(1).number(), batch.code(1));
		assertThrows(RowlensException.class, () -> batch.record(1));
		assertNull(batch.record(2));
		assertEquals(0, batch.code(2));
		assertEquals(records.get(3).fields().get("version"), batch.record(3).fields().get("version"));
		assertEquals(1, assertThrows(RowlensException.class, () -> states.strict().decodeBatch(Golden.cellsOf(rows))).row());
		assertEquals(1, assertThrows(RowlensException.class, () -> states.strict().decodeColumns(Golden.cellsOf(rows), FIELDS)).row());
		rows.remove(1);
		assertNull(states.strict().decodeBatch(Golden.cellsOf(rows)).record(1));
		assertEquals(1, states.strict().decodeColumns(Golden.cellsOf(rows), FIELDS).column(0).nullCount());
		EncodedBatch written = states.encodeBatch("row", List.of(Map.of()));
		assertEquals(0, assertThrows(RowlensException.class, () -> written.bytes(0)).row());
	}

	@Test
	void aStrictCallSaysWhere() {
		Map<String, Cells> withNulls = damaged();
		List<Map<String, byte[]>> two = List.of(rows.get(0), rows.get(1));
		RowlensException want = assertThrows(RowlensException.class, () -> states.strict().decodeColumns(Golden.cellsOf(two), FIELDS));
		assertEquals(List.of("truncated", -1, 1, "row"), List.of(want.code(), want.number(), want.row(), want.part()));
		assertTrue(want.offset() >= 0 && !want.path().isEmpty(), want.toString());
		RowlensException found = assertThrows(RowlensException.class, () -> states.strict().decodeColumns(withNulls, FIELDS));
		assertEquals(List.of(want.code(), want.number(), want.row(), want.part(), want.offset(), want.path(), want.getMessage()),
				List.of(found.code(), found.number(), found.row(), found.part(), found.offset(), found.path(), found.getMessage()));
		List<Map<String, byte[]>> nullFirst = List.of(rows.get(2), rows.get(0));
		RowlensException type = assertThrows(RowlensException.class,
				() -> states.strict().decodeColumns(Golden.cellsOf(nullFirst), List.of(new Field("source.value", Field.Type.BOOL))));
		assertEquals(List.of("bad-column", 1, "source.value"), List.of(type.code(), type.row(), type.path()));
		assertEquals("no columns were asked for",
				assertThrows(RowlensException.class, () -> states.decodeColumns(Golden.cellsOf(two), List.of())).getMessage());
	}

	@Test
	void columnsHaveTheirTypes() {
		Columns columns = states.decodeColumns(damaged(), FIELDS);
		assertEquals(List.of(0, -1, 0), List.of(columns.code(0), columns.code(1), columns.code(2)));
		for (int row = 0; row < columns.rows(); row++) {
			boolean none = row == 1 || row == 2;
			Map<String, Object> fields = records.get(row).fields();
			assertEquals(none, columns.column(1).isNull(row));
			assertEquals(none ? null : String.valueOf(((Map<?, ?>) fields.get("source")).get("value")), columns.column(0).text(row));
			assertEquals(none ? 0L : fields.get("version"), columns.column(1).longs().get(row));
			assertEquals(!none && (boolean) fields.get("active"), columns.column(2).bool(row));
			assertEquals(row != 1, columns.column(4).isNull(row));
			assertEquals(none ? 0.0 : ((Long) fields.get("version")).doubleValue(), columns.column(5).doubles().get(row));
		}
		assertEquals("truncated", ((Map<?, ?>) Json.members(columns.column(4).text(1)).get("error")).get("code"));
		assertEquals(List.of(2, rows.size() - 1), List.of(columns.column(0).nullCount(), columns.column(4).nullCount()));
		for (Column column : columns.columns()) {
			assertEquals(0, Memory.addressOf(column.data()) % 64, column.type().toString());
		}
		assertThrows(IllegalStateException.class, () -> columns.column(0).longs());
	}

	@Test
	void slicesAndBuffersOnTheHeapAreRead() {
		Golden.cellsOf(rows).forEach((part, whole) -> {
			IntBuffer middle = whole.offsets().duplicate().position(3).limit(3 + 8);
			IntBuffer turned = ByteBuffer.allocate(4 * 8).order(ByteOrder.BIG_ENDIAN).asIntBuffer().put(middle.duplicate()).flip();
			ByteBuffer heap = ByteBuffer.allocate(whole.data().remaining() + 5).position(5).put(whole.data().duplicate()).position(5);
			String all = texts(part, new Cells(middle, whole.data()));
			assertEquals(all, texts(part, new Cells(turned, heap)));
		});
	}

	/** What seven rows of one part contain. */
	private String texts(String name, Cells cells) {
		Batch batch = states.decodeBatch(Map.of(name, cells));
		StringBuilder all = new StringBuilder();
		for (int row = 0; row < 7; row++) {
			assertEquals(7, batch.size());
			Map<String, byte[]> part = Map.of(name, rows.get(3 + row).get(name));
			String expected = Json.write(states.decode(part).fields());
			assertEquals(expected, Json.write(batch.record(row).fields()));
			all.append(expected);
		}
		return all.toString();
	}

	@Test
	void aRowThatLacksAModelFailsAsItDoesAlone() {
		Kind keys = Kind.of("layout", "key");
		RowlensException alone = assertThrows(RowlensException.class, () -> keys.decode(Map.of("row", new byte[] {-1})));
		RowlensException together = keys.decodeBatch(Map.of("row", Cells.of(List.of(new byte[] {-1})))).error(0);
		for (RowlensException e : List.of(alone, together)) {
			assertEquals("refused", e.code());
			assertEquals(alone.getMessage(), e.getMessage());
			assertEquals(List.of("", -1, "layout"), List.of(e.part(), e.offset(), e.path()));
		}
	}

	@Test
	void noRowsAreNoError() {
		assertEquals(0, states.decodeBatch(Map.of("row", Cells.of(List.of()))).size());
		assertEquals(0, states.decodeColumns(Map.of("row", Cells.of(List.of())), FIELDS).column(0).nullCount());
		assertEquals(0, states.encodeBatch("row", List.of()).size());
	}

	@Test
	void wrongCellsAreRefused() {
		Cells good = Golden.cellsOf(rows).get("row");
		ByteBuffer cut = good.data().duplicate().limit(good.data().limit() - 1);
		assertThrows(IllegalArgumentException.class, () -> new Cells(good.offsets(), cut));
		assertThrows(IllegalArgumentException.class, () -> new Cells(IntBuffer.allocate(0), good.data()));
		assertThrows(IllegalArgumentException.class, () -> states.decodeBatch(Map.of("row", good, "value", Cells.of(List.of()))));
		IntBuffer backwards = IntBuffer.wrap(new int[] {0, 9, 3});
		assertEquals("bad-offsets", assertThrows(RowlensException.class, () -> states.decodeBatch(Map.of("row", new Cells(backwards, good.data())))).code());
		assertEquals("bad-part", assertThrows(RowlensException.class, () -> states.decodeBatch(Map.of())).code());
	}

	@Test
	void anAnswerLargerThanItsMemoryIsAskedForAgain() {
		String text = "x".repeat(100_000);
		Map<String, Object> fields = new LinkedHashMap<>(records.get(0).fields());
		fields.put("source", Map.of("type", "string", "value", text));
		byte[] row = states.unlimited().encodePart("row", fields);
		DecodedRecord again = states.unlimited().decode(Map.of("row", row));
		assertEquals(text, ((Map<?, ?>) again.fields().get("source")).get("value"));
		Columns columns = states.unlimited().decodeColumns(Map.of("row", Cells.of(List.of(row))), FIELDS);
		assertEquals(text, columns.column(0).text(0));
	}

	@Test
	void offsetsThatChangedSinceAreLookedAtAgain() {
		IntBuffer offsets = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()).asIntBuffer().put(0, 0).put(1, 2);
		Cells cells = new Cells(offsets, ByteBuffer.allocateDirect(2));
		offsets.put(1, 1 << 20);
		assertThrows(IllegalArgumentException.class, () -> states.decodeBatch(Map.of("row", cells)));
	}
}
