package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Wrong calls, from the table that the packages share (golden/hostile). */
class HostileTest {
	private static final String UNWRITABLE = "cannot be written: ";
	/** Lines that Java cannot express. */
	private static final int UNWRITTEN = 51;

	private static String text(Map<String, Object> of, String name) {
		return (String) of.getOrDefault(name, "");
	}

	private static Kind kind(Map<String, Object> of) {
		return Kind.of(text(of, "format"), text(of, "record"));
	}

	private static Map<String, byte[]> parts(Map<String, Object> of) {
		if (!of.containsKey("part")) {
			return Map.of();
		}
		return Collections.singletonMap(text(of, "part"), of.get("given") == null ? null : Golden.bytes(of.get("given")));
	}

	private static Batch lying(Map<String, Object> of) {
		int[] offsets = ((List<?>) of.get("offsets")).stream().mapToInt(offset -> ((Long) offset).intValue()).toArray();
		Cells cells = new Cells(IntBuffer.wrap(offsets), ByteBuffer.wrap(Golden.bytes(of.get("data"))));
		return kind(of).decodeBatch(Map.of(text(of, "part"), cells));
	}

	private static Batch rows(Map<String, Object> of) {
		Map<String, Cells> cells = new LinkedHashMap<>();
		((Map<?, ?>) of.get("rows")).forEach((part, n) -> cells.put((String) part, Cells.of(Collections.nCopies(((Long) n).intValue(), new byte[0]))));
		return kind(of).decodeBatch(cells);
	}

	private static Columns columns(Map<String, Object> of) {
		List<Field> fields = switch (text(of, "type")) {
			case "" -> List.of();
			case "error" -> List.of(new Field(text(of, "path"), Field.Type.ERROR));
			default -> List.of(new Field(text(of, "path"), Field.Type.UTF8));
		};
		return kind(of).decodeColumns(Map.of(text(of, "part"), Cells.of(List.of(new byte[0]))), fields);
	}

	private static Map<String, EncodedBatch> members(Map<String, Object> of) {
		Cells absent = Cells.of(Collections.singletonList(null));
		return kind(of).encodeColumns(List.of(text(of, "part")), List.of(Member.cells(text(of, "path"), Field.Type.UTF8, absent)));
	}

	private static DecodedRecord closedSchema(Map<String, Object> of) {
		Schema schema = new Schema(text(of, "format"), "{\"given\":{\"names\":[]}}");
		schema.close();
		return kind(of).schema(schema).decode(parts(of));
	}

	private static List<StoreTable> closedStore(Map<String, Object> of) {
		Store store = Store.open(Golden.ROOT.resolve("golden").resolve(text(of, "files")));
		store.close();
		return store.tables();
	}

	private static Object write(Map<String, Object> of) {
		List<String> parts = ((List<?>) of.get("parts")).stream().map(String.class::cast).toList();
		return kind(of).encodeBatch(parts, List.of(Json.members(text(of, "fields"))));
	}

	private static Map<String, byte[]> key(Map<String, Object> of, String side) {
		Map<String, byte[]> parts = new LinkedHashMap<>();
		((Map<?, ?>) of.get(side)).forEach((part, hex) -> parts.put((String) part, Golden.bytes(hex)));
		return parts;
	}

	/** The bytes AB, in memory of some kind: decoded alone where that takes bytes, and in a batch. */
	private static Object memory(Map<String, Object> of) {
		ByteBuffer around = switch (text(of, "form")) {
			case "slice" -> ByteBuffer.wrap(Golden.bytes("3f41423f")).position(1).limit(3);
			case "changeable" -> ByteBuffer.allocateDirect(2).put(Golden.bytes("4142")).flip();
			case "untyped" -> ByteBuffer.allocateDirect(4).put(Golden.bytes("3f41423f")).position(1).limit(3).slice().asReadOnlyBuffer();
			default -> throw new AssertionError(text(of, "form"));
		};
		byte[] lone = new byte[around.remaining()];
		around.duplicate().get(lone);
		assertEquals(Map.of("value", "AB"), kind(of).decode(Map.of(text(of, "part"), lone)).fields());
		Batch batch = kind(of).decodeBatch(Map.of(text(of, "part"), new Cells(IntBuffer.wrap(new int[] {0, 2}), around)));
		assertEquals(Map.of("value", "AB"), batch.record(0).fields());
		return null;
	}

	private static Executable call(Map<String, Object> of) {
		return switch (text(of, "call")) {
			case "cells" -> () -> kind(of).decodeBatch(Collections.singletonMap(text(of, "part"), null));
			case "parts" -> () -> kind(of).decode(null);
			case "write" -> () -> write(of);
			case "compare" -> () -> Order.of(text(of, "format")).compare(key(of, "left"), key(of, "right"));
			case "memory" -> () -> memory(of);
			case "open" -> () -> HostileStores.open(of);
			case "named" -> () -> HostileStores.named(of);
			case "scan" -> () -> HostileStores.scan(of);
			case "cut" -> () -> HostileStores.cut(of);
			case "read" -> () -> HostileStores.read(of);
			case "decode" -> () -> kind(of).decode(parts(of));
			case "offsets" -> () -> lying(of);
			case "rows" -> () -> rows(of);
			case "columns" -> () -> columns(of);
			case "members" -> () -> members(of);
			case "encode" -> () -> kind(of).encodePart(text(of, "part"), Json.members(text(of, "fields")));
			case "schema" -> () -> new Schema(text(of, "format"), text(of, "json")).close();
			case "closed-schema" -> () -> closedSchema(of);
			case "closed-store" -> () -> closedStore(of);
			case "hash" -> () -> Rowlens.hash32(text(of, "format"), text(of, "text"));
			case "clock" -> () -> Rowlens.hlcJoin(text(of, "layout"), 1, 1);
			default -> throw new AssertionError("there is no call " + of.get("call"));
		};
	}

	/** What a call throws; null if nothing is wrong after all. */
	private static Throwable thrown(Executable call) {
		try {
			call.execute();
			return null;
		} catch (Throwable e) {
			return e;
		}
	}

	@Test
	@Timeout(300)
	void everyWrongCallIsRefusedAsTheTableSays() {
		int unwritable = 0;
		List<String> wrong = new ArrayList<>();
		List<Map<String, Object>> cases = Golden.text("golden/hostile/calls.jsonl").lines().map(Json::members).toList();
		for (Map<String, Object> of : cases) {
			String name = text(of, "name");
			String expected = (String) ((Map<?, ?>) of.get("expect")).get("java");
			assertNotNull(expected, name);
			if (expected.startsWith(UNWRITABLE)) {
				unwritable++;
				continue;
			}
			if (Library.CALLS instanceof HostedCalls && Set.of("close", "tables").contains(text(of, "how"))) {
				expected = "refused"; // it cannot be called while it reads
			}
			Throwable why = thrown(call(of));
			String said = why == null ? "reads" : why instanceof HostileStores.Damage ? "damage" : why instanceof RowlensException refused ? refused.code()
					: why.getClass().getSimpleName();
			if (!said.equals(expected) || why != null && why.getMessage().length() <= 5) {
				wrong.add(name + ": expected " + expected + ", found " + (why == null ? said : why));
			}
		}
		assertEquals(List.of(), wrong);
		assertEquals(UNWRITTEN, unwritable);
		assertTrue(cases.size() > 150);
	}

	@Test
	void afterARefusalACallIsAnswered() {
		assertThrows(RowlensException.class, () -> Kind.of("lexicoders", "none").decode(Map.of("value", new byte[2])));
		Batch batch = Kind.of("lexicoders", "string").decodeBatch(Map.of("value", Cells.of(List.of(Golden.bytes("4142")))));
		assertEquals(Map.of("value", "AB"), batch.record(0).fields());
	}
}
