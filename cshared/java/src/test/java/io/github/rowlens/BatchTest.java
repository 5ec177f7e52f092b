package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rows of one kind, as records and as typed columns. */
class BatchTest {
	private static final List<Field> FIELDS = List.of(new Field("source.value", Field.Type.UTF8), new Field("version", Field.Type.INT64),
			new Field("active", Field.Type.BOOL), new Field("", Field.Type.JSON), Field.error(), new Field("version", Field.Type.FLOAT64));

	private final List<Map<String, byte[]>> rows = new ArrayList<>(Golden.ofKind(Golden.STATE).stream().map(Golden::partsOf).toList());
	private final List<DecodedRecord> records =
			rows.stream().map(row -> Rowlens.decode(row, Golden.FORMAT, Golden.STATE)).toList();

	private Batch decoded(List<Cells> columns, Option... options) {
		return Rowlens.decodeBatch(columns, Golden.FORMAT, Golden.STATE, null, options);
	}

	private TypedColumns typed(List<Cells> columns, Option... options) {
		return Rowlens.decodeColumns(columns, Golden.FORMAT, Golden.STATE, FIELDS, null, options);
	}

	/** Row 1 is cut short, row 2 is null. */
	private List<Cells> damaged() {
		Map<String, byte[]> cut = new LinkedHashMap<>(rows.get(1));
		cut.put("row", Arrays.copyOf(cut.get("row"), 7));
		Map<String, byte[]> none = new LinkedHashMap<>(rows.get(2));
		none.put("row", null);
		rows.set(1, cut);
		rows.set(2, none);
		return Golden.columnsOf(rows);
	}

	@Test
	void aBatchHasTheRecordOfEachRow() {
		Batch batch = decoded(Golden.columnsOf(rows));
		assertEquals(rows.size(), batch.size());
		List<Map<String, Object>> fields = new ArrayList<>();
		for (int row = 0; row < batch.size(); row++) {
			assertEquals(Json.write(records.get(row).fields()), Json.write(batch.record(row).fields()));
			fields.add(batch.record(row).fields());
		}
		Encoded written = Rowlens.encodeBatch(fields, Golden.FORMAT, Golden.STATE, "row", null);
		for (int row = 0; row < written.size(); row++) {
			assertArrayEquals(rows.get(row).get("row"), written.part(row));
		}
	}

	@Test
	void aBatchWithoutAKindSaysTheKindOfEachRow() {
		List<Map<String, byte[]>> all = Golden.ROWS.stream().map(Golden::partsOf).toList();
		Batch batch = Rowlens.decodeBatch(Golden.columnsOf(all), Golden.FORMAT, "", null);
		for (int row = 0; row < batch.size(); row++) {
			assertEquals(Golden.ROWS.get(row).get("record"), batch.record(row).record());
		}
	}

	@Test
	void aRowThatFailsOrIsNullKeepsItsPlace() {
		Batch batch = decoded(damaged());
		assertEquals(List.of(1, "row", "truncated"), List.of(batch.error(1).row(), batch.error(1).part(), batch.error(1).code()));
		assertEquals(batch.error(1).number(), batch.code(1));
		assertThrows(RowlensException.class, () -> batch.record(1));
		assertNull(batch.record(2));
		assertEquals(0, batch.code(2));
		assertEquals(records.get(3).fields().get("version"), batch.record(3).fields().get("version"));
		assertEquals(1, assertThrows(RowlensException.class, () -> decoded(Golden.columnsOf(rows), Option.STRICT)).row());
		assertEquals(1, assertThrows(RowlensException.class, () -> typed(Golden.columnsOf(rows), Option.STRICT)).row());
		rows.remove(1);
		assertNull(decoded(Golden.columnsOf(rows), Option.STRICT).record(1));
		assertEquals(1, typed(Golden.columnsOf(rows), Option.STRICT).column(0).nullCount());
		Encoded written = Rowlens.encodeBatch(List.of(Map.of()), Golden.FORMAT, Golden.STATE, "row", null);
		assertEquals(0, assertThrows(RowlensException.class, () -> written.part(0)).row());
	}

	@Test
	void columnsHaveTheirTypes() {
		TypedColumns columns = typed(damaged());
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
		for (TypedColumn column : columns.columns()) {
			assertEquals(0, Memory.addressOf(column.data()) % 64, column.type().toString());
		}
		assertThrows(IllegalStateException.class, () -> columns.column(0).longs());
	}

	@Test
	void slicesAndBuffersOnTheHeapAreRead() {
		for (Cells whole : Golden.columnsOf(rows)) {
			IntBuffer middle = whole.offsets().duplicate().position(3).limit(3 + 8);
			IntBuffer turned = ByteBuffer.allocate(4 * 8).order(ByteOrder.BIG_ENDIAN).asIntBuffer().put(middle.duplicate()).flip();
			ByteBuffer heap = ByteBuffer.allocate(whole.data().remaining() + 5).position(5).put(whole.data().duplicate()).position(5);
			String all = texts(new Cells(whole.part(), middle, whole.data()));
			assertEquals(all, texts(new Cells(whole.part(), turned, heap)));
		}
	}

	/** What seven rows of one part say. */
	private String texts(Cells cells) {
		Batch batch = decoded(List.of(cells));
		StringBuilder all = new StringBuilder();
		for (int row = 0; row < 7; row++) {
			assertEquals(7, batch.size());
			Map<String, byte[]> part = Map.of(cells.part(), rows.get(3 + row).get(cells.part()));
			String expected = Json.write(Rowlens.decode(part, Golden.FORMAT, Golden.STATE).fields());
			assertEquals(expected, Json.write(batch.record(row).fields()));
			all.append(expected);
		}
		return all.toString();
	}

	@Test
	void noRowsAreNoError() {
		assertEquals(0, decoded(List.of(Cells.of("row", List.of()))).size());
		assertEquals(0, typed(List.of(Cells.of("row", List.of()))).column(0).nullCount());
		assertEquals(0, Rowlens.encodeBatch(List.of(), Golden.FORMAT, Golden.STATE, "row", null).size());
	}

	@Test
	void wrongCellsAreRefused() {
		Cells good = Golden.columnsOf(rows).get(0);
		ByteBuffer cut = good.data().duplicate().limit(good.data().limit() - 1);
		assertThrows(IllegalArgumentException.class, () -> new Cells("row", good.offsets(), cut));
		assertThrows(IllegalArgumentException.class, () -> new Cells("row", IntBuffer.allocate(0), good.data()));
		assertThrows(IllegalArgumentException.class, () -> decoded(List.of(good, Cells.of("value", List.of()))));
		IntBuffer backwards = IntBuffer.wrap(new int[] {0, 9, 3});
		assertEquals("bad-offsets", assertThrows(RowlensException.class, () -> decoded(List.of(new Cells("row", backwards, good.data())))).code());
		assertEquals("bad-part", assertThrows(RowlensException.class, () -> decoded(List.of())).code());
	}

	@Test
	void anAnswerLargerThanItsMemoryIsAskedForAgain() {
		String text = "x".repeat(100_000);
		Map<String, Object> fields = new LinkedHashMap<>(records.get(0).fields());
		fields.put("source", Map.of("type", "string", "value", text));
		byte[] row = Rowlens.encodePart(fields, Golden.FORMAT, Golden.STATE, "row", null, Option.UNLIMITED);
		DecodedRecord again = Rowlens.decode(Map.of("row", row), Golden.FORMAT, Golden.STATE, null, Option.UNLIMITED);
		assertEquals(text, ((Map<?, ?>) again.fields().get("source")).get("value"));
		TypedColumns columns = typed(List.of(Cells.of("row", List.of(row))), Option.UNLIMITED);
		assertEquals(text, columns.column(0).text(0));
	}
}
